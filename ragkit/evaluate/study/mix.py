"""Which of the questions are asked: the value of a system depends on their kinds.

Rules make as many questions as they can. Who asked all of them would prefer systems that abstain,
or that read tables, whatever people ask. So the questions that rules made of others come after the
drafted ones: each kind of them at most half as often, and of those without an answer a share that
you name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil
from random import Random

from ragkit.evaluate.golden.questions import Kind, Question
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.study.halves import CHOOSE, REPORT

SHARE = 0.25
"""Share of the questions of a half to which the documents have no answer."""
MADE: tuple[Kind, ...] = ("table", "multi-hop", "follow-up")
"""Kinds of questions with an answer that rules made."""


def mixed(questions: Sequence[Question], share: float = SHARE, seed: int = 0) -> list[Question]:
    """The questions that a study asks: in each half at most this share without an answer.

    Raises `ValueError` unless the share is from 0 up to, and not including, 1.
    """
    if not 0 <= share < 1:
        raise ValueError(f"asked for a share of {share:g}; it is 0 or more, and below 1")
    found = []
    for half in (CHOOSE, REPORT):
        own = [question for question in questions if question.part == half]
        answered = list(_answered(own, seed))
        most = round(len(answered) * share / (1 - share))
        found += answered + _in_turn(own, seed)[:most]
    return found


def _answered(questions: Sequence[Question], seed: int) -> Iterator[Question]:
    """The drafted questions, and of each kind that rules made half as many at most."""
    drafted = [one for one in questions if one.kind not in (*MADE, *WITHHELD)]
    yield from drafted
    # Without any draft, what rules made is all there is.
    most = ceil(len(drafted) / 2) or len(questions)
    for kind in MADE:
        yield from _shuffled(questions, kind, seed)[:most]


def _in_turn(questions: Sequence[Question], seed: int) -> list[Question]:
    """The questions without an answer, one of each kind after the other."""
    by_kind = [_shuffled(questions, kind, seed) for kind in WITHHELD]
    found = []
    for row in zip_longest(*by_kind):
        there = [question for question in row if question is not None]
        found += there
    return found


def _shuffled(questions: Sequence[Question], kind: str, seed: int) -> list[Question]:
    own = [question for question in questions if question.kind == kind]
    rng = Random(seed)
    rng.shuffle(own)
    return own
