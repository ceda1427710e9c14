"""04-threshold: a threshold that is tested on the cases that chose it.

The check chooses and tests with the functions of `ragkit/evaluate/judging/calibration.py`. There
the halves are drawn at random; here every other case is in the second half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.same import same
from ragkit.evaluate.judging.calibration import balanced_accuracy, best_threshold

OWN = Own(
    "Of the cases that remain, number {start} and every {step} one after it choose the "
    "threshold, and the others test it.",
    start=(1, 2, 3, 4),
    step=("second", "third", "fourth"),
)
STEPS = {"second": 2, "third": 3, "fourth": 4}

Case = TypeVar("Case")
Odds = Sequence[float | None]
Labels = Sequence[bool]
Pairs = list[tuple[float, bool]]
Result = tuple[float, float]
CASES = 12
APART: tuple[Odds, Labels] = (
    [0.55, 0.1, 0.85, 0.25, 0.7, 0.8, 0.5, 0.15, 0.35, 0.65, 0.75, 0.4],
    [True, True, False, True, False, True, True, False, False, False, False, True],
)
"""Cases that tell all variants apart."""


def calibrate(odds: Odds, labels: Labels) -> Result:
    """A threshold chosen on every other judged case, and its accuracy on the cases between.

    >>> calibrate([0.9, 0.8, 0.1, None, 0.2], [True, True, False, True, False])
    (0.5, 1.0)
    """
    pairs = _judged(odds, labels)
    fit, test = _halves(pairs)
    return _chosen_and_tested(fit, test)


def _halves(cases: Sequence[Case]) -> tuple[list[Case], list[Case]]:
    """The cases that choose, and the others."""
    others = list(cases)
    start = OWN.start - 1
    step = STEPS[OWN.step]
    chosen = slice(start, None, step)
    fit = others[chosen]
    del others[chosen]
    return fit, others


def _judged(odds: Odds, labels: Labels) -> Pairs:
    pairs = []
    for one, label in zip(odds, labels, strict=True):
        if one is not None:
            pairs.append((one, label))
    return pairs


def _chosen_and_tested(fit: Pairs, test: Pairs) -> Result:
    threshold = best_threshold(fit)
    return threshold, balanced_accuracy(test, threshold)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Cases for which every misconception gives another result; then some that all were judged."""
    for nones in (2, 1, 0, 0):
        yield answer.against(calibrate, *_telling(rng, nones))
    yield answer.against(calibrate, *APART)


def _telling(rng: Random, nones: int) -> tuple[Odds, Labels]:
    """Cases of which some could not be judged, and which tell right and wrong answers apart."""
    while True:
        odds, labels = _drawn(rng, nones)
        if not _usable(odds, labels):
            continue
        if not nones or _tells(odds, labels):
            return odds, labels


def _drawn(rng: Random, nones: int) -> tuple[Odds, Labels]:
    """Odds of a weak judge: those of true cases are somewhat higher, and one is 0."""
    labels = [True, False] * (CASES // 2)
    rng.shuffle(labels)
    odds: list[float | None] = []
    for label in labels:
        middle = 60 if label else 40
        percent = middle + rng.randint(-38, 38)
        odds.append(percent / 100)
    zero, *unjudged = rng.sample(range(CASES), nones + 1)
    odds[zero] = 0.0
    for place in unjudged:
        odds[place] = None
    return odds, labels


def _usable(odds: Odds, labels: Labels) -> bool:
    """Whether every half has cases of both labels: with what was not judged, without it, without 0.

    Without one of the labels there is no accuracy.
    """
    judged = [label for one, label in zip(odds, labels, strict=True) if one is not None]
    above_zero = [label for one, label in zip(odds, labels, strict=True) if one]
    for known in (above_zero, judged, labels):
        for half in _halves(known):
            if len(set(half)) < 2:
                return False
    return True


def _tells(odds: Odds, labels: Labels) -> bool:
    """Whether the right answer and all misconceptions give different results."""
    results = [calibrate(odds, labels)]
    for wrong in MISCONCEPTIONS.values():
        result = wrong(odds, labels)
        if any(same(result, other) for other in results):
            return False
        results.append(result)
    return True


def _as_it_was(odds: Odds, labels: Labels) -> Result:
    known = _with_zeros(odds)
    return _same_cases(known, labels)


def _same_cases(odds: Odds, labels: Labels) -> Result:
    pairs = _judged(odds, labels)
    return _chosen_and_tested(pairs, pairs)


def _same_half(odds: Odds, labels: Labels) -> Result:
    pairs = _judged(odds, labels)
    half, _ = _halves(pairs)
    return _chosen_and_tested(half, half)


def _chosen_on_all(odds: Odds, labels: Labels) -> Result:
    pairs = _judged(odds, labels)
    _, test = _halves(pairs)
    return _chosen_and_tested(pairs, test)


def _none_is_no(odds: Odds, labels: Labels) -> Result:
    known = _with_zeros(odds)
    return calibrate(known, labels)


def _zero_is_none(odds: Odds, labels: Labels) -> Result:
    known = [one or None for one in odds]
    return calibrate(known, labels)


def _with_zeros(odds: Odds) -> list[float]:
    return [one or 0.0 for one in odds]


MISCONCEPTIONS = {
    "both bugs are still there": _as_it_was,
    "the threshold is still chosen and tested on all cases": _same_cases,
    "the half that chose the threshold tests it as well": _same_half,
    "the test cases still help to choose the threshold": _chosen_on_all,
    "what could not be judged still counts as odds of 0": _none_is_no,
    "a case with odds of 0, which was judged, is left out as well": _zero_is_none,
}
