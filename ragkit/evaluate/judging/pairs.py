"""Pairs of answers of two systems to the same questions.

A pair of which a run failed is left out, as it has no two answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.judging.pairwise import as_shown
from ragkit.evaluate.measures.rows import BadResults, Row

Verdict = Literal["a", "b", "tie"]
"""Which system's answer is better."""


@dataclass(frozen=True)
class Pair:
    """The runs of two systems on a question, neither of which failed."""

    question: Question
    a: Row
    b: Row

    @property
    def same(self) -> bool:
        """Whether the two answers read the same to a judge, who then need not be asked."""
        return as_shown(self.a.answer) == as_shown(self.b.answer)

    @property
    def right(self) -> Literal["a", "b"] | None:
        """The system whose answer alone is correct by reference.

        None where both are, or neither, or one of them has no such grade. A part of an answer is
        not correct. What should be withheld is correct when the system abstained or corrected it.
        """
        a_right = _right(self.a)
        b_right = _right(self.b)
        if a_right is None or b_right is None or a_right == b_right:
            return None
        return "a" if a_right else "b"


def _right(row: Row) -> bool | None:
    """Whether an answer is correct by reference; None where that is not known."""
    if row.held is not None:
        return row.held
    return None if row.right is None else row.right == 1


def pairs_of(
    rows: Sequence[Row], questions: Sequence[Question], a: str, b: str, most: int | None = None
) -> tuple[list[Pair], int]:
    """The pairs of two systems on at most `most` questions, and how many a failed run left out.

    The questions are in a random order that never changes. Raises `BadResults` for a system without
    rows, and for one system twice.
    """
    systems = list(dict.fromkeys(row.system for row in rows))
    if a == b or not {a, b} <= set(systems):
        raise BadResults(
            f"asked to compare {a!r} with {b!r}; name two of these systems: {', '.join(systems)}"
        )
    by_run = {(row.system, row.question, row.repeat): row for row in rows}
    repeats = sorted({row.repeat for row in rows})
    pairs = []
    failed = 0
    for question in _sample(questions, most):
        for repeat in repeats:
            first = by_run.get((a, question.id, repeat))
            second = by_run.get((b, question.id, repeat))
            if first is None or second is None:
                continue
            if first.failed or second.failed:
                failed += 1
                continue
            pairs.append(Pair(question, first, second))
    return pairs, failed


def _sample(questions: Sequence[Question], most: int | None) -> list[Question]:
    by_id = {question.id: question for question in questions}
    ids = Random(0).sample(sorted(by_id), len(by_id))
    return [by_id[id] for id in ids[:most]]
