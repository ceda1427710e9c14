"""The same question about something else: one of its values is exchanged, and nothing answers it.

Another name asks about another subject; another number, such as a year, makes what the question
takes for granted false. Both are only made where no passage says it of the other value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ragkit.evaluate.golden.answers import asks_for, holder
from ragkit.evaluate.golden.swaps import Context, exchanged, others, typed
from ragkit.evaluate.golden.values import Value
from ragkit.text.anchors import anchors

OPEN_TIME = re.compile(r"\b(?:prior to|before|after|until|till|since|by|than in)\s$", re.IGNORECASE)
"""Words before a year that leave open when it was."""
NEAR = 0.3
"""Share of a question's words from which a sentence may answer it of another name."""
LONGEST = 24
"""Words of a question from which its names only describe what it asks for."""


class Other(NamedTuple):
    """A question with another value in the place of one of its own."""

    question: str
    value: Value
    """The value of the question as it was."""
    other: str
    """What is in its place."""


def other_questions(
    question: str, said: str, context: Context, names: bool | None = None
) -> Iterator[Other]:
    """The question with each of its values exchanged for others that no passage says it of.

    `said` is the answer, with what supports it: a value in it is not exchanged for. With `names`
    only names are exchanged, or with False only numbers.
    """
    for value in typed(question, context):
        if names not in (None, value.is_name) or not may_ask(question, value):
            continue
        for other in others(question, value, context, NEAR):
            is_said = holder(other).search(said)
            if not is_said and not may_answer(question, other, context):
                yield Other(exchanged(question, value, other), value, other)


def may_answer(question: str, value: str, context: Context) -> bool:
    """Whether a question for a number may be answered of a name, or of a year.

    That is so where a sentence has it, and a number besides it.
    """
    if asks_for(question) not in ("number", "when"):
        return False
    pattern = holder(value)
    for sentence in context.sentences:
        rest, count = pattern.subn("", sentence)
        if count and re.search(r"\d", rest):
            return True
    return False


def may_ask(question: str, value: Value) -> bool:
    """Whether a question is about nothing with another value in the place of one of its own.

    That is not so for an ordinal, for a time before or after a year, nor for a number in a question
    that names nothing else. It is not so for a question of many words, most of which describe.
    """
    if len(question.split()) > LONGEST:
        return False
    if value.is_name:
        return True
    if value.type.startswith(("ordinal", "count")):
        return False
    if OPEN_TIME.search(question[: value.start]):
        return False
    rest = exchanged(question, value, " ")
    return bool(anchors(rest))
