"""18-gap: how much surer a model is than it should be, by its score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

ALL, CORRECT, WRONG = "answers", "correct answers", "wrong answers"
OWN = Own(
    "Parts with fewer answers than {least} are left out, also in the example. The second "
    "number of a pair is that of its {counted}, also in the example.",
    least=(1, 2, 3, 4),
    counted=(ALL, CORRECT, WRONG),
)
Row = tuple[float | None, bool]
"""The score of an answer, None where there was none, and whether it is correct."""
Rows = Sequence[Row]
Gap = tuple[float, int]
"""How far the mean score is above the share of correct answers, and a number of answers."""


def gaps(rows: Rows, bins: int) -> list[Gap]:
    """The gap in each part of the scores that has answers, the lowest scores first.

    >>> gaps([(0.75, True), (0.75, False), (1.0, False), (1.0, True), (0.25, False)], 2)
    [(0.25, 1), (0.375, 4)]
    """
    found = []
    for own in _binned(rows, bins):
        if len(own) >= OWN.least:
            found.append(_gap(own))
    return found


def _gap(rows: Sequence[tuple[float, bool]]) -> Gap:
    """The gap of answers that all have a score."""
    scores = [score for score, _ in rows]
    correct = [right for _, right in rows]
    gap = fmean(scores) - fmean(correct)
    return gap, _count(correct)


def _count(correct: Sequence[bool]) -> int:
    """How many of these answers count."""
    numbers = {ALL: len(correct), CORRECT: sum(correct), WRONG: correct.count(False)}
    return numbers[OWN.counted]


def _binned(rows: Rows, bins: int) -> list[list[tuple[float, bool]]]:
    """The answers with a score by its part; a score of 1 is in the last one."""
    found: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for score, right in rows:
        if score is None:
            continue
        place = int(score * bins)
        last = bins - 1
        found[min(place, last)].append((score, right))
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Parts with one to five answers; some on which each mistake differs; no score; then any."""
    yield answer.against(gaps, _staircase(), 5)
    wrong = [mistake for mistake in MISCONCEPTIONS.values() if mistake not in SEEN_FIRST]
    every = [telling(lambda: _drawn(rng), gaps, wrong), ([(None, True)], 4)]
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    for rows, bins in every:
        yield answer.against(gaps, rows, bins)


def _staircase() -> list[Row]:
    """One answer in the lowest of five parts, and more in each part above; one of each is wrong."""
    rows: list[Row] = []
    for place in range(5):
        score = (place + 0.5) / 5
        rows += [(score, False)] + [(score, True)] * place
    return [*rows, (1.0, True)]


def _drawn(rng: Random) -> tuple[list[Row], int]:
    """Scores that are mostly high, in eighths, so that no rounding decides the part."""
    rows: list[Row] = [(None, True), (1.0, rng.random() < 0.5)]
    for _ in range(rng.randint(5, 9) + OWN.least - 1):
        eighths = rng.choice([1, 2, 4, 5, 6, 7, 7, 8])
        right = rng.random() < 0.6
        rows.append((eighths / 8, right))
    rng.shuffle(rows)
    return rows, rng.choice([2, 4])


def _without_score_is_zero(rows: Rows, bins: int) -> list[Gap]:
    scored: list[Row] = []
    for score, right in rows:
        scored.append((score or 0.0, right))
    return gaps(scored, bins)


def _middles(rows: Rows, bins: int) -> list[Gap]:
    """The middle of a part stands for its scores."""
    found = []
    for place, own in enumerate(_binned(rows, bins)):
        if len(own) >= OWN.least:
            correct = [right for _, right in own]
            gap = (place + 0.5) / bins - fmean(correct)
            found.append((gap, _count(correct)))
    return found


def _empty_too(rows: Rows, bins: int) -> list[Gap]:
    """Parts without any answer have a gap of 0."""
    found = []
    for own in _binned(rows, bins):
        if not own:
            found.append((0.0, 0))
        elif len(own) >= OWN.least:
            found.append(_gap(own))
    return found


def _turned(rows: Rows, bins: int) -> list[Gap]:
    turned = []
    for gap, count in gaps(rows, bins):
        turned.append((-gap, count))
    return turned


def _one_is_apart(rows: Rows, bins: int) -> list[Gap]:
    """A score of 1 has a part of its own."""
    below: list[Row] = []
    full: list[Row] = []
    for row in rows:
        part = full if row[0] == 1 else below
        part.append(row)
    return gaps(below, bins) + gaps(full, bins)


def _absolute(rows: Rows, bins: int) -> list[Gap]:
    sizes = []
    for gap, count in gaps(rows, bins):
        sizes.append((abs(gap), count))
    return sizes


def _all_together(rows: Rows, bins: int) -> list[Gap]:
    """One gap over all scores, in which two gaps may make up for each other."""
    return gaps(rows, 1)


def _without_full(rows: Rows, bins: int) -> list[Gap]:
    """A score of 1 is in no part."""
    below = [row for row in rows if row[0] != 1]
    return gaps(below, bins)


def _rounded(rows: Rows, bins: int) -> list[Gap]:
    """A score is in the part whose lower end is nearest to it."""
    moved: list[list[tuple[float, bool]]] = [[] for _ in range(bins + 1)]
    for score, right in rows:
        if score is not None:
            moved[round(score * bins)].append((score, right))
    return [_gap(own) for own in moved if len(own) >= OWN.least]


def _sums(rows: Rows, bins: int) -> list[Gap]:
    """The differences are added up."""
    found = []
    for own in _binned(rows, bins):
        if len(own) >= OWN.least:
            gap, count = _gap(own)
            found.append((gap * len(own), count))
    return found


def _weighted(rows: Rows, bins: int) -> list[Gap]:
    """A gap is multiplied by the share of the answers that are in its part."""
    scored = [score for score, _ in rows if score is not None]
    found = []
    for total, count in _sums(rows, bins):
        found.append((total / len(scored), count))
    return found


def _count_first(rows: Rows, bins: int) -> list[tuple[int, float]]:
    turned = []
    for gap, count in gaps(rows, bins):
        turned.append((count, gap))
    return turned


def _highest_first(rows: Rows, bins: int) -> list[Gap]:
    return gaps(rows, bins)[::-1]


MISCONCEPTIONS: dict[str, Callable[[Rows, int], Sequence[tuple[float, float]]]] = {
    "an answer without a score counts as one with the score 0": _without_score_is_zero,
    "the middle of a part stands for the scores in it": _middles,
    "empty parts are returned, too": _empty_too,
    "the sign is reversed: surer than correct should be above 0": _turned,
    "a score of 1 has a part of its own": _one_is_apart,
    "the gap has lost its sign": _absolute,
    "there is one gap for all scores": _all_together,
    "answers with a score of 1 are left out": _without_full,
    "a score is rounded to the nearest part": _rounded,
    "the differences of a part are added up, and their mean is not taken": _sums,
    "a gap counts by the share of all answers that is in its part": _weighted,
    "the number of answers comes first in a pair": _count_first,
    "the highest scores come first": _highest_first,
}
SEEN_FIRST = (_without_full, _rounded, _sums, _weighted, _count_first, _highest_first)
"""Mistakes that the first trial shows."""
