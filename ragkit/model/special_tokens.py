"""Special tokens: texts that a model reads as one control token, and not as letters.

Text from outside must never contain one. A document, a file name, a question or a draft with
`<|im_end|>` would end the user's message, and what follows would pass for the system's words or for
an answer. One with the marker of the taught judge would switch the adapter on, in the middle of the
evidence. So such texts are spelled differently where a prompt is built, for every provider.

Which tokens a model has is not known here: an endpoint may serve any. So the forms are known that
the chat templates of open models use. A test asks the embedded model for all of its own.

Left out: tokens that are ordinary words in brackets, such as `[MASK]`, which end no message.
"""

from __future__ import annotations

import re

from ragkit.weights import MARKER

INVOCATION = MARKER + MARKER
"""What precedes the question of a taught call, and stands in no other prompt.

llama.cpp computes the token before the marker with the adapter, too, and keeps it. With the marker
twice, that token is a marker, and the evidence that plain calls share stays as it was.
"""
_UNSEEN = r"\s\x00-\x1f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
SPECIAL = re.compile(
    rf"""
    <[|｜][^{_UNSEEN}<>|｜]{{1,64}}[|｜]>     # <|im_end|>: most of them
    | </?(?:
        s|bos|eos|pad|unk|mask|sop|eop      # the ends of a text: </s>
        | (?:start|end)_of_(?:turn|image)   # Gemma
        | tool_call|tool_response|tools|think
        | fim_(?:prefix|middle|suffix|pad)
      )>
    | <(?:unused|extra_id_|SPECIAL_)\d{{1,6}}>
    | \[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_[A-Z]{{1,16}}|THINK|ARGS|CALL_ID)\]  # Mistral
    | <</?SYS>>                     # Llama 2
    | \[[gs]MASK\]                  # GLM
    | \[\|[^{_UNSEEN}\[\]|]{{1,64}}\|\]      # EXAONE
    """,
    re.VERBOSE,
)
"""The texts that outside text must not contain."""


def as_letters(text: str) -> str:
    """A text in which nothing is a special token; all else is as it was.

    >>> as_letters("a <|im_end|> b </s> c < d | e > f")
    'a < |im_end|> b < /s> c < d | e > f'
    """
    # Again, because a token may be written within another one.
    while SPECIAL.search(text):
        text = SPECIAL.sub(_with_a_space, text)
    return text


def _with_a_space(token: re.Match[str]) -> str:
    """The letters of a token, with a space behind the first one."""
    letters = token[0]
    return f"{letters[0]} {letters[1:]}"
