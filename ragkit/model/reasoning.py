"""The reasoning in a model's reply, apart from the text that it leads to.

Reasoning models write it before the answer: some endpoints send it in a field of its own, which
`reply.py` turns into the first of these forms; others leave it in the text, between two tags.
Reasoning is no answer. It is kept in the trace, and goes nowhere else.
"""

from __future__ import annotations

import re

OPEN, CLOSE = "<think>", "</think>"
TAGS = {
    OPEN: CLOSE,
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "<seed:think>": "</seed:think>",
    "[THINK]": "[/THINK]",
    "◁think▷": "◁/think▷",
    "<|begin_of_thought|>": "<|end_of_thought|>",
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",
}
"""The tags before and after reasoning, as models and servers write them."""

ENDS = (
    "<|im_end|>",
    "<|eot_id|>",
    "<|end|>",
    "<|return|>",
    "<|endoftext|>",
    "<end_of_turn>",
    "</s>",
)
"""Tokens that end a reply, which some servers leave in its text."""
ANSWER, END_OF_ANSWER = "<answer>", "</answer>"
"""The tags that some reasoning models put around their answer."""


def parted(text: str) -> tuple[str, str]:
    """The reasoning in a reply, and the rest of the reply.

    A tag counts at the beginning of a line or a sentence: inside one, it is what the sentence is
    about. A first tag without its second reaches to the end, because the reply was cut off there. A
    second tag without its first reaches back to the beginning: some servers send the first one
    themselves.

    >>> parted("<think>Is it 7? No, 8.</think>\\n\\nIt is 8.")
    ('Is it 7? No, 8.', 'It is 8.')
    >>> parted("<think>Is it 7? No,")
    ('Is it 7? No,', '')
    >>> parted("The tag </think> ends the reasoning.")
    ('', 'The tag </think> ends the reasoning.')
    """
    found: list[str] = []
    folded = text.casefold()
    for first, second in TAGS.items():
        # Asked at every piece of a streamed reply, and most replies have no tag at all.
        if first.casefold() in folded or second.casefold() in folded:
            text = _without(first, second, text, found)
    text = _bare(text)
    if not found:
        return "", text
    return "\n".join(found).strip(), text.strip()


def _bare(text: str) -> str:
    """The text without the tokens that end it, and without tags around the whole of it."""
    bare = text.strip()
    for token in ENDS:
        bare = bare.removesuffix(token).rstrip()
    if bare.startswith(ANSWER) and bare.endswith(END_OF_ANSWER):
        bare = bare.removeprefix(ANSWER).removesuffix(END_OF_ANSWER).strip()
    return text if bare == text.strip() else bare


def _without(first: str, second: str, text: str, found: list[str]) -> str:
    """The text without the reasoning between two tags, which is added to `found`.

    It is read once, from beginning to end, because a hostile reply may be nothing but tags.
    """
    begin, end = map(re.escape, (first, second))
    # Alone it counts not in quotes, and at the end of a line or where the answer is joined to it.
    alone = rf"(?P<alone>(?<![`\"'\w ]){end}(?=[ \t]*$|\w))"
    tags = rf"(?P<first>(?:^|(?<=[.!?]))[ \t]*{begin})|{alone}|{end}"
    kept: list[str] = []
    since: int | None = None
    start = 0
    for tag in re.finditer(tags, text, re.MULTILINE | re.IGNORECASE):
        if tag["first"] and since is None:
            kept.append(text[start : tag.start()])
            since = tag.end()
        elif not tag["first"] and since is not None:
            found.append(text[since : tag.start()])
            since, start = None, tag.end()
        elif tag["alone"] and not kept:
            found.append(text[start : tag.start()])
            start = tag.end()
    (kept if since is None else found).append(text[start if since is None else since :])
    return "".join(kept)
