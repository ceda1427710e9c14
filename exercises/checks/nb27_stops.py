"""27-stops: precision and recall of stopping; a stop that was forced is no decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import isnan
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.measures.stops import FORCED, STOPPED, Decision, stop_scores
from ragkit.score import Score

WENT_ON = "too few"
OWN = Own(
    'The row `"{stop}"` means that it stops, and `"{forced}"` that it would have gone on but may '
    "not. All other rows mean that it searches again.",
    stop=(STOPPED, "complete", "all found", "ready"),
    forced=(FORCED, "too late", "no budget", "last one"),
)
Seen = tuple[str, bool]
"""The row that fired after the grader, and whether the evidence was complete."""
Found = Sequence[Sequence[Seen]]
Pair = tuple[float | None, float | None]
"""Precision and recall; None where there is nothing to divide by."""


def scored(found: Found) -> Pair:
    """Precision and recall over the free decisions of all questions.

    >>> scored([[("too few", False), ("enough", True)], [("enough", False), ("used up", True)]])
    (0.5, 1.0)
    >>> scored([[("used up", True)]])
    (None, None)
    """
    decided = []
    for own in found:
        free = _unforced(own)
        decided.append(_decisions(free))
    return _of(decided)


def _unforced(own: Sequence[Seen]) -> list[Seen]:
    """The decisions of a question that no budget forced."""
    free = []
    for seen in own:
        row, _ = seen
        if row != OWN.forced:
            free.append(seen)
    return free


def _decisions(own: Sequence[Seen]) -> list[Decision]:
    decided = []
    for row, complete in own:
        stopped = row == OWN.stop
        decided.append(Decision(stopped, complete))
    return decided


def _of(decided: Sequence[Sequence[Decision]]) -> Pair:
    """The kit's own scores."""
    stories = tuple(map(tuple, decided))
    return _scores(stories)


# The variants ask for the same scores, and each takes a bootstrap.
@lru_cache(maxsize=4096)
def _scores(decided: tuple[tuple[Decision, ...], ...]) -> Pair:
    scores = stop_scores(decided)
    precision = _known(scores["precision"])
    recall = _known(scores["recall"])
    return precision, recall


def _known(one: Score) -> float | None:
    if isnan(one.mean):
        return None
    return one.mean


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Questions that each misconception scores in another way; nothing to divide by; any."""
    yield answer.against(scored, _telling(rng))
    for found in _edges(rng):
        yield answer.against(scored, found)
    for _ in range(6):
        yield answer.against(scored, _drawn(rng))


def _telling(rng: Random) -> Found:
    while True:
        found = _drawn(rng)
        results = {scored(found)}
        for wrong in TOLD_APART:
            results.add(wrong(found))
        if len(results) == 1 + len(TOLD_APART):
            return found


def _edges(rng: Random) -> list[Found]:
    """It never stops; the evidence is never complete; nothing was free."""
    count = rng.randint(2, 4)
    stop, forced = OWN.stop, OWN.forced
    return [
        [[(WENT_ON, True)], [(WENT_ON, False)] * count],
        [[(stop, False)] * count],
        [[(forced, True)] * count],
        [],
    ]


def _drawn(rng: Random) -> list[list[Seen]]:
    found = []
    count = rng.randint(3, 5)
    for _ in range(count):
        own = _drawn_for_one(rng)
        found.append(own)
    return found


def _drawn_for_one(rng: Random) -> list[Seen]:
    own = []
    stop, forced = OWN.stop, OWN.forced
    count = rng.randint(1, 3)
    for _ in range(count):
        row = rng.choice([stop, stop, WENT_ON, WENT_ON, forced])
        complete = rng.choice([True, True, False])
        own.append((row, complete))
    return own


def _forced_stops(found: Found) -> Pair:
    """A run whose searches were used up counts as one that stopped."""
    told = []
    stop, forced = OWN.stop, OWN.forced
    for own in found:
        rows = [stop if row == forced else row for row, _ in own]
        complete = [seen[1] for seen in own]
        told.append(list(zip(rows, complete)))
    return scored(told)


def _forced_goes_on(found: Found) -> Pair:
    """A run whose searches were used up counts as one that went on."""
    decided = map(_decisions, found)
    return _of(list(decided))


def _swapped(found: Found) -> Pair:
    precision, recall = scored(found)
    return recall, precision


def _of_questions(found: Found) -> Pair:
    """The mean of the scores of the questions, and no score of all decisions."""
    precisions, recalls = [], []
    for own in found:
        precision, recall = scored([own])
        precisions.append(precision)
        recalls.append(recall)
    return _mean(precisions), _mean(recalls)


def _mean(values: Sequence[float | None]) -> float | None:
    graded = [value for value in values if value is not None]
    if not graded:
        return None
    return fmean(graded)


def _accuracy(found: Found) -> Pair:
    """Going on rightly counts as right, in both."""
    right = []
    for own in found:
        free = _unforced(own)
        for one in _decisions(free):
            is_right = one.stopped == one.complete
            right.append(float(is_right))
    share = _mean(right)
    return share, share


def _last_only(found: Found) -> Pair:
    last = []
    for own in found:
        free = _unforced(own)
        last.append(free[-1:])
    return scored(last)


def _0_for_unknown(found: Found) -> Pair:
    precision, recall = scored(found)
    return precision or 0.0, recall or 0.0


TOLD_APART: list[Callable[[Found], Pair]] = [
    _forced_stops,
    _forced_goes_on,
    _swapped,
    _of_questions,
    _accuracy,
    _last_only,
]
MISCONCEPTIONS = {
    "a stop that was forced counts as a decision to stop": _forced_stops,
    "a stop that was forced counts as a decision to go on": _forced_goes_on,
    "precision and recall are exchanged": _swapped,
    "it is the mean of the questions' scores, however many decisions each has": _of_questions,
    "it is the share of right decisions, and going on rightly is one": _accuracy,
    "only the last decision of each question counts": _last_only,
    "what cannot be divided is 0, and not unknown": _0_for_unknown,
}
