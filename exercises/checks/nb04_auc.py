"""04-auc: how often a true case gets higher odds than a false one.

The check computes the truth with `auc` of `ragkit/evaluate/judging/calibration.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.evaluate.judging.calibration import auc

OWN = Own(
    "A tie counts {tie}. The result is on a scale from 0 to {top}.",
    tie=(0.5, 0.25, 0.75, 0.1, 0.9),
    top=(1, 10, 100),
)

Odds = Sequence[float]
Labels = Sequence[bool]


def scaled(odds: Odds, labels: Labels) -> float:
    """The AUC, with a tie and a scale as the variant has them.

    >>> scaled([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    0.875
    """
    _, ties = _wins_and_ties(odds, labels)
    more = OWN.tie - 0.5
    area = auc(odds, labels)
    area += more * ties
    return OWN.top * area


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Six pairs with a tie, in any order; one pair; then many cases with ties."""
    tie = _between(55, 65, rng)
    high = _between(70, 80, rng)
    cases = [
        (_between(85, 95, rng), True),
        (tie, True),
        (tie, False),
        (high, False),
        (_between(10, 40, rng), False),
    ]
    rng.shuffle(cases)
    yield _trial(answer, cases)
    yield _trial(answer, [(tie, False), (high, True)])
    yield _trial(answer, [(tie, True), (high, False)])
    for _ in range(10):
        yield _trial(answer, _drawn(rng))


def _between(low: int, high: int, rng: Random) -> float:
    """Odds of two decimals, drawn in percent."""
    percent = rng.randint(low, high)
    return percent / 100


def _trial(answer: Answer, cases: Sequence[tuple[float, bool]]) -> Trial:
    odds = [one for one, _ in cases]
    labels = [label for _, label in cases]
    return answer.against(scaled, odds, labels)


def _drawn(rng: Random) -> list[tuple[float, bool]]:
    """At least one case of each label, with odds of few values, so that there are ties."""
    labels = [True, False]
    more = rng.randint(0, 6)
    labels += rng.choices(labels, k=more)
    rng.shuffle(labels)
    cases = []
    for label in labels:
        tenths = rng.randint(1, 9)
        cases.append((tenths / 10, label))
    return cases


def _wins_and_ties(odds: Odds, labels: Labels) -> tuple[float, float]:
    """The fraction of the pairs that are won, and of those that are tied."""
    by_label: dict[bool, list[float]] = {True: [], False: []}
    for one, label in zip(odds, labels, strict=True):
        by_label[label].append(one)
    true = by_label[True]
    false = by_label[False]
    wins = 0
    ties = 0
    for one in true:
        wins += sum(one > other for other in false)
        ties += false.count(one)
    pairs = len(true) * len(false)
    return wins / pairs, ties / pairs


def _ties_lost(odds: Odds, labels: Labels) -> float:
    wins, _ = _wins_and_ties(odds, labels)
    top: float = OWN.top
    return top * wins


def _ties_won(odds: Odds, labels: Labels) -> float:
    wins, ties = _wins_and_ties(odds, labels)
    won = wins + ties
    return OWN.top * won


def _upside_down(odds: Odds, labels: Labels) -> float:
    turned = [not label for label in labels]
    return scaled(odds, turned)


def _accuracy(odds: Odds, labels: Labels) -> float:
    right = 0
    for one, label in zip(odds, labels, strict=True):
        verdict = one >= 0.5
        right += verdict == label
    fraction = right / len(odds)
    return OWN.top * fraction


def _not_divided(odds: Odds, labels: Labels) -> float:
    true = labels.count(True)
    false = labels.count(False)
    return scaled(odds, labels) * true * false


MISCONCEPTIONS = {
    "a tie counts as lost": _ties_lost,
    "a tie counts as won": _ties_won,
    "the pairs are won by the false case": _upside_down,
    "a threshold of one half decides, instead of pairs": _accuracy,
    "the won pairs are counted, and not divided by the number of pairs": _not_divided,
}
