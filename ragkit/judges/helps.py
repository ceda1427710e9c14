"""Ask a judge which passages help to answer a question, with all of them in view."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.judges.judge import Judge
from ragkit.state import Passage

HELPS = "Does passage [{n}] help to answer the question?"


def helpful(
    judge: Judge, question: str, passages: Sequence[Passage]
) -> tuple[list[float | None], str]:
    """The probability that each passage helps, and a note when one could not be judged."""
    numbers = range(1, len(passages) + 1)
    return judge.verdicts(question, passages, [HELPS.format(n=number) for number in numbers])
