"""13-chosen: a threshold that was reported on what it was chosen on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

OWN = Own(
    "Return a threshold that is {higher} above the best one. Multiply its share by {most}.",
    higher=(0, 0.005, 0.015, 0.025),
    most=(1, 10, 100),
)
Pairs = Sequence[tuple[float, bool]]
Found = tuple[float, float]


def share(pairs: Pairs, threshold: float) -> float:
    """The fraction of right decisions: what reaches the threshold is approved.

    A pair is the odds that a passage is relevant, and whether it is.

    >>> share([(0.9, True), (0.4, False), (0.6, False)], 0.5)
    0.6666666666666666
    """
    right = 0
    for odds, relevant in pairs:
        right += (odds >= threshold) == relevant
    return right / len(pairs)


def best(pairs: Pairs) -> float:
    """The odds that make the best threshold; the lowest of equals.

    >>> best([(0.9, True), (0.4, False), (0.6, False)])
    0.9
    """
    every = sorted(odds for odds, _ in pairs)
    return max(every, key=lambda threshold: share(pairs, threshold))


def measured(fit: Pairs, test: Pairs) -> Found:
    """The threshold that is best on `fit`, and its share of right decisions on `test`."""
    threshold = best(fit)
    return _found(threshold, test)


def _found(threshold: float, part: Pairs) -> Found:
    """A threshold and its share on a part, both as the variant wants them."""
    raised = threshold + OWN.higher
    right = share(part, raised)
    return raised, right * OWN.most


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two parts on which every way to mix them up gives something else."""
    for _ in range(8):
        yield answer.against(measured, *_drawn(rng))


def _drawn(rng: Random) -> tuple[Pairs, Pairs]:
    while True:
        fit = [_pair(rng) for _ in range(6)]
        test = [_pair(rng) for _ in range(6)]
        results = {measured(fit, test)}
        for wrong in MIXED_UP:
            results.add(wrong(fit, test))
        if len(results) == 1 + len(MIXED_UP):
            return fit, test


def _pair(rng: Random) -> tuple[float, bool]:
    """Odds and a label that often agree."""
    odds = rng.randint(1, 99) / 100
    return odds, rng.random() < odds


def _joined(fit: Pairs, test: Pairs) -> Pairs:
    return [*fit, *test]


def _still_on_both(fit: Pairs, test: Pairs) -> Found:
    both = _joined(fit, test)
    return measured(both, both)


def _reported_on_fit(fit: Pairs, test: Pairs) -> Found:
    return measured(fit, fit)


def _chosen_on_test(fit: Pairs, test: Pairs) -> Found:
    return measured(test, test)


def _chosen_on_both(fit: Pairs, test: Pairs) -> Found:
    both = _joined(fit, test)
    return measured(both, test)


def _reported_on_both(fit: Pairs, test: Pairs) -> Found:
    threshold = best(fit)
    both = _joined(fit, test)
    return _found(threshold, both)


def _parts_swapped(fit: Pairs, test: Pairs) -> Found:
    return measured(test, fit)


MIXED_UP = (
    _still_on_both,
    _reported_on_fit,
    _chosen_on_test,
    _chosen_on_both,
    _reported_on_both,
    _parts_swapped,
)

MISCONCEPTIONS = {
    "the threshold is still chosen and reported on both parts": _still_on_both,
    "the threshold is reported on the part that it was chosen on": _reported_on_fit,
    "the threshold is chosen on `test`, on which it is reported": _chosen_on_test,
    "the threshold has seen `test`, since it is chosen on both parts": _chosen_on_both,
    "the questions that chose the threshold still report it as well": _reported_on_both,
    "the two parts have changed places": _parts_swapped,
}
