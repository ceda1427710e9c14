"""28-bias: what a pairwise judge prefers that was asked in both orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling
from ragkit.evaluate.judging.pairs import Verdict
from ragkit.evaluate.judging.pairwise import Choice
from ragkit.evaluate.judging.preferences import A_FIRST, B_FIRST, Asker, Preference
from ragkit.evaluate.judging.win_rates import Comparison, Judged

ASKER = Asker("a judge", structured=False, reference=False)
OWN = Own(
    'Where it prefers neither, the judge says `"{tie}"` (the key in your dict is still '
    '`"tie"`). Each share is on a scale from 0 to {whole}.',
    tie=("tie", "equal", "neither", "C"),
    whole=(1, 10, 100, 1000),
)
Both = tuple[str, str]
"""The choice where the answer of a is shown first, and where that of b is."""
Preferred = tuple[Verdict | None, Verdict | None]
Shares = dict[str, float]
NOTHING: Shares = {"a": 0.0, "tie": 0.0, "b": 0.0}


def judged(choices: Sequence[Both]) -> Shares:
    """The shares of pairs that a wins, that are a tie, that b wins, and that depend on the order.

    >>> judged([("A", "B"), ("A", "A"), ("B", "A"), ("tie", "tie")])
    {'a': 0.25, 'tie': 0.5, 'b': 0.25, 'depends': 0.25}
    """
    preferred = list(map(_turned, choices))
    return _shares(preferred)


def _turned(both: Both) -> Preferred:
    """What is preferred in the two orders."""
    first, second = both
    return A_FIRST[_choice(first)], B_FIRST[_choice(second)]


def _choice(said: str) -> Choice:
    """The choice of the kit for what a judge says."""
    choices: dict[str, Choice] = {"A": "A", "B": "B", OWN.tie: "tie"}
    return choices[said]


def _shares(preferred: Sequence[Preferred]) -> Shares:
    """The kit's own rates, of what is preferred in the two orders."""
    pairs = []
    for number, (first, second) in enumerate(preferred):
        id = str(number)
        pair: Any = SimpleNamespace(question=SimpleNamespace(id=id), same=False)
        said = Preference(id, id, 0, "a", "b", ASKER, first, second)
        pairs.append(Judged(pair, said))
    found = Comparison("a", "b", ASKER, tuple(pairs))
    shares: Shares = {}
    for verdict, rate in found.rates().items():
        shares[verdict] = rate.mean * OWN.whole
    shares["depends"] = found.depends.mean * OWN.whole
    return shares


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs that each misconception counts in another way; a judge that goes by the place; any."""
    count = rng.randint(2, 5)
    by_place: list[Both] = [("A", "A")] * count
    apart = telling(lambda: (_drawn(rng),), judged, MISCONCEPTIONS.values())
    every = [*apart, by_place]
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    for choices in every:
        yield answer.against(judged, choices)


def _drawn(rng: Random) -> list[Both]:
    choices = []
    every = ["A", "B", OWN.tie]
    count = rng.randint(6, 9)
    for _ in range(count):
        first = rng.choice([*every, "A"])
        second = rng.choice([*every, "B"])
        choices.append((first, second))
    return choices


def _not_turned(choices: Sequence[Both]) -> Shares:
    """The letter counts, though it means the other answer in the other order."""
    preferred = []
    for first, second in choices:
        as_if_first = A_FIRST[_choice(second)]
        preferred.append((A_FIRST[_choice(first)], as_if_first))
    return _shares(preferred)


def _in_one_order(choices: Sequence[Both], order: int) -> Shares:
    """The rates by one of the two orders; whether it depends on the order is told rightly."""
    preferred = []
    for both in choices:
        alone = _turned(both)[order]
        preferred.append((alone, alone))
    return _told(choices, _shares(preferred))


def _told(choices: Sequence[Both], rates: Shares) -> Shares:
    """Other rates, with the right share of pairs that depend on the order."""
    right = judged(choices)
    return {**rates, "depends": right["depends"]}


def _first_order(choices: Sequence[Both]) -> Shares:
    return _in_one_order(choices, 0)


def _halves(choices: Sequence[Both]) -> Shares:
    """Each order counts for one half."""
    one = _in_one_order(choices, 0)
    other = _in_one_order(choices, 1)
    return {name: (one[name] + other[name]) / 2 for name in one}


def _left_out(choices: Sequence[Both]) -> Shares:
    """Pairs whose orders disagree are left out of the rates."""
    kept = []
    for both in choices:
        there, back = _turned(both)
        if there == back:
            kept.append(both)
    rates = judged(kept) if kept else NOTHING
    return _told(choices, rates)


def _half_a_win(choices: Sequence[Both]) -> Shares:
    """A choice beside a tie decides."""
    decided = []
    for both in choices:
        there, back = _turned(both)
        if there == "tie":
            there = back
        if back == "tie":
            back = there
        decided.append((there, back))
    return _told(choices, _shares(decided))


def _opposites_only(choices: Sequence[Both]) -> Shares:
    """Only two opposite choices count as depending on the order."""
    right = judged(choices)
    opposite = 0
    for both in choices:
        preferred = set(_turned(both))
        opposite += preferred == {"a", "b"}
    share = opposite / len(choices)
    return {**right, "depends": share * OWN.whole}


MISCONCEPTIONS: dict[str, Callable[[Sequence[Both]], Shares]] = {
    "the letter counts, though A is the other answer in the other order": _not_turned,
    "only the first order counts": _first_order,
    "each order counts for one half, so a judge that goes by the place has winners": _halves,
    "pairs whose orders disagree are left out, and the rates are of the others": _left_out,
    "a choice beside a tie counts as a win": _half_a_win,
    "only two opposite choices depend on the order, and a choice beside a tie does not": (
        _opposites_only
    ),
}
