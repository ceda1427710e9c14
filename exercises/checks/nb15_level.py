"""15-level: pairs that are kept so that no baseline tells yes from no."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

OWN = Own(
    "A pair is kept if afterwards every sum is at least {sums[0]} and at most {sums[1]}. "
    "Each walk goes through the pairs {order}.",
    sums=((-1, 1), (-1, 0), (0, 1), (-2, 0), (0, 2), (0, 3)),
    order=("forwards", "backwards"),
)
Leads = Sequence[int]
"""For each baseline: 1 where the yes has more, -1 where the no has, 0 where they are equal."""
Sums = list[int]
Fits = Callable[[Sums, Leads], bool]


def levelled(pairs: Sequence[Leads]) -> list[int]:
    """The places of the pairs that are kept, in the order in which they are.

    >>> levelled([(1,), (1,), (-1,), (0,)])
    [0, 2, 3, 1]
    >>> levelled([(1, 0), (1, -1), (-1, 1)])
    [0, 2, 1]
    """
    return _kept(pairs, _stays_level)


def _stays_level(sums: Sums, leads: Leads) -> bool:
    """Whether no baseline leads by too many pairs afterwards."""
    low, high = OWN.sums
    after = map(add, sums, leads)
    return all(low <= one <= high for one in after)


def _kept(pairs: Sequence[Leads], fits: Fits) -> list[int]:
    sums = [0] * len(pairs[0])
    kept: list[int] = []
    while True:
        new = _one_round(pairs, kept, sums, fits)
        if not new:
            return kept
        kept += new


def _one_round(pairs: Sequence[Leads], kept: list[int], sums: Sums, fits: Fits) -> list[int]:
    """What a walk over the pairs that wait adds; `sums` is changed."""
    new = []
    numbered = list(enumerate(pairs))
    if OWN.order == "backwards":
        numbered.reverse()
    for place, leads in numbered:
        if place not in kept and fits(sums, leads):
            new.append(place)
            _add(sums, leads)
    return new


def _add(sums: Sums, leads: Leads) -> None:
    for number, lead in enumerate(leads):
        sums[number] += lead


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs of which each mistake keeps others; all of one side; a single pair; any; all no."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: (_drawn(rng),), levelled, wrong)]
    every += [([(1, 1)] * 3,), ([(0, -1)],)]
    for _ in range(6):
        drawn = _drawn(rng)
        every.append((drawn,))
    every.append(([(-1, -1)] * 3,))
    for (pairs,) in every:
        yield answer.against(levelled, pairs)


def _drawn(rng: Random) -> list[tuple[int, ...]]:
    pairs = []
    for _ in range(rng.randint(6, 9)):
        leads = rng.choices([1, 1, 0, -1], k=2)
        pairs.append(tuple(leads))
    return pairs


def _one_walk(pairs: Sequence[Leads]) -> list[int]:
    """A pair that has to wait is never looked at again."""
    sums = [0] * len(pairs[0])
    return _one_round(pairs, [], sums, _stays_level)


def _two_walks(pairs: Sequence[Leads]) -> list[int]:
    """What waits is looked at once more, and not again and again."""
    sums = [0] * len(pairs[0])
    kept = _one_round(pairs, [], sums, _stays_level)
    return kept + _one_round(pairs, kept, sums, _stays_level)


def _first_baseline(pairs: Sequence[Leads]) -> list[int]:
    def fits(sums: Sums, leads: Leads) -> bool:
        first = leads[:1]
        beginning = sums[:1]
        return _stays_level(beginning, first)

    return _kept(pairs, fits)


def _together(pairs: Sequence[Leads]) -> list[int]:
    """The leads of all baselines are added up, so that one makes up for another."""

    def fits(sums: Sums, leads: Leads) -> bool:
        whole = [sum(sums)]
        lead = [sum(leads)]
        return _stays_level(whole, lead)

    return _kept(pairs, fits)


def _exactly(pairs: Sequence[Leads]) -> list[int]:
    """Only pairs in which no baseline leads."""

    def fits(sums: Sums, leads: Leads) -> bool:
        return not any(leads)

    return _kept(pairs, fits)


def _in_place(pairs: Sequence[Leads]) -> list[int]:
    return sorted(levelled(pairs))


def _to_one_side(pairs: Sequence[Leads]) -> list[int]:
    """Only a lead of the yes is too much."""

    _, high = OWN.sums

    def fits(sums: Sums, leads: Leads) -> bool:
        after = map(add, sums, leads)
        return max(after) <= high

    return _kept(pairs, fits)


MISCONCEPTIONS: dict[str, Callable[[Sequence[Leads]], list[int]]] = {
    "a pair that has to wait is not looked at again": _one_walk,
    "a pair that waits is looked at once more, and not again and again": _two_walks,
    "only the first baseline is kept level": _first_baseline,
    "one baseline makes up for another": _together,
    "only pairs are kept in which no baseline leads": _exactly,
    "the places are sorted, and not in the order in which the pairs are kept": _in_place,
    "only a lead of the yes is too much, and not one of the no": _to_one_side,
}
