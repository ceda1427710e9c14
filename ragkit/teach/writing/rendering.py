"""An example as tokens: the evidence prefix, the wish behind the marker, and the answer."""

from __future__ import annotations

from typing import Any, NamedTuple

from ragkit.model.special_tokens import as_letters
from ragkit.nodes.generate import ANSWER, OR_REFUSE
from ragkit.teach.rendering import called, tokens
from ragkit.teach.writing.example import Example

END = "<|im_end|>"
"""The token that ends a reply."""


class Call(NamedTuple):
    """The token ids of one example."""

    prefix: tuple[int, ...]
    instruction: tuple[int, ...]
    answer: tuple[int, ...]
    """What is to be written, with the token that ends it."""


def render(example: Example, tokenizer: Any) -> Call:
    """The tokens of an example: the prompt of a draft that may refuse, and its answer."""
    wish = f"{ANSWER.format(question=example.question)} {OR_REFUSE}"
    prefix, instruction = called(example.question, example.passages, wish, tokenizer)
    answer = tokens(as_letters(example.answer), tokenizer)
    return Call(prefix, instruction, (*answer, *tokens(END, tokenizer)))
