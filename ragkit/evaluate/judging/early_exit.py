"""From which score on a model may trust its memory.

An early exit (tiered, phase I) saves a search, and gives up every check by evidence. So it has to
be earned: a score is chosen only where, on questions with known answers, the answers from memory at
or above it were right often enough. Often enough means the lower end of the interval, so that a few
lucky answers choose nothing. Where no score is good enough the choice is None, which is never.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragkit.evaluate.judging.calibration import halves
from ragkit.score import Score, score

TARGET = 0.9
"""The share of right answers that an early exit has to reach."""
LEAST = 10
"""Minimum number of answers above a score: the interval of fewer says little."""


@dataclass(frozen=True)
class Recalled:
    """An answer from memory whose truth is known."""

    score: float | None
    """The closed-book critic's score, in [0, 1]; None where it may not exit: it does not know,
    does not respect the question, or could not be judged."""
    right: bool


@dataclass(frozen=True)
class ExitChoice:
    """A score from which memory is trusted, and what that leads to on the other half."""

    threshold: float | None
    """The score; None: never."""
    right: Score
    """Share right of the answers that exit, on the half that was not used to choose."""
    exits: Score
    """Share of all questions that exit, on that half."""
    n: int
    """Number of questions in both halves."""


def choose_exit(recalled: Sequence[Recalled]) -> ExitChoice:
    """Choose the lowest score that is good enough on a random half, and test it on the other one.

    Where fewer than two answers are right, or fewer than two wrong, nothing can be chosen.
    """
    labels = [one.right for one in recalled]
    try:
        fit, test = halves(labels)
    except ValueError:
        return ExitChoice(None, score([]), score([]), len(recalled))
    threshold = exit_score([recalled[place] for place in fit], TARGET, LEAST)
    tested = [recalled[place] for place in test]
    out = [exits(one, threshold) for one in tested]
    right = [float(one.right) for one, goes in zip(tested, out, strict=True) if goes]
    return ExitChoice(threshold, score(right), score([float(goes) for goes in out]), len(recalled))


def exits(one: Recalled, threshold: float | None) -> bool:
    """Whether an answer goes out without a search."""
    return threshold is not None and one.score is not None and one.score >= threshold


def exit_score(recalled: Sequence[Recalled], target: float, least: int) -> float | None:
    """The lowest score from which answers are right often enough; None where there is none.

    >>> sure = [Recalled(0.9, True)] * 10
    >>> exit_score([*sure, Recalled(0.5, False)], target=0.9, least=10)
    0.9
    >>> exit_score([*sure[:9], Recalled(0.9, False)], target=0.9, least=10) is None
    True
    """
    scores = sorted({one.score for one in recalled if one.score is not None})
    for threshold in scores:
        right = [float(one.right) for one in recalled if exits(one, threshold)]
        if len(right) >= least and score(right).low >= target:
            return threshold
    return None
