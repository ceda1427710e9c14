"""23-cover: of the passages that several workers found, keep those that cover the question."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

LETTERS = "abcdefgh"
PARTS = ["who", "when", "where", "why"]
OWN = Own(
    'The sub-question `"{more[0]}"` counts as two, and `"{more[1]}"` as three.',
    more=(("", ""), *permutations(PARTS, 2)),
)
Helps = Mapping[str, Sequence[str]]
"""The sub-questions that each passage helps with."""


def cover(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    """The passages to keep, at most so many, in the order in which they are taken.

    Each is the one that helps with the most sub-questions that no passage before it helps with;
    of equals, the first of the ranking.

    >>> cover("abc", {"a": ["who"], "b": ["who"], "c": ["when"]}, 2)
    ['a', 'c']
    """
    left = list(ranking)
    kept: list[str] = []
    covered: set[str] = set()
    while left and len(kept) < most:
        new = [_worth(set(helps[name]) - covered) for name in left]
        place = new.index(max(new))
        best = left.pop(place)
        kept.append(best)
        covered.update(helps[best])
    return kept


def _worth(parts: Collection[str]) -> int:
    """The number of sub-questions, of which some count more than once."""
    two, three = OWN.more
    return len(parts) + (two in parts) + 2 * (three in parts)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    told = stories(rng)
    for _ in range(10):
        most = rng.randint(1, 5)
        told.append((_drawn(rng), most))
    one_each = {part[-1]: [part] for part in PARTS}
    told.append((one_each, len(PARTS)))
    for helps, most in told:
        ranking = list(helps)
        yield answer.against(cover, ranking, helps, most)


def stories(rng: Random) -> list[tuple[dict[str, list[str]], int]]:
    """The passages in the order of their ranks, with what they help with; and how many are kept."""
    a, b, c, d = rng.sample(LETTERS, 4)
    one, two, three, four = rng.sample(PARTS, 4)
    return [
        ({a: [one], b: [one], c: [two], d: [one, two, three]}, 2),
        ({a: [one], b: [one], c: [two, three], d: [four]}, 3),
        ({a: [one, two], b: [one, two], c: [three], d: []}, 2),
        ({a: [one], b: [], c: [two], d: [one]}, 4),
        ({a: [], b: [one], c: []}, 1),
        ({a: [one]}, 3),
        ({}, 2),
    ]


def _drawn(rng: Random) -> dict[str, list[str]]:
    helps = {}
    count = rng.randint(3, 6)
    for name in rng.sample(LETTERS, count):
        parts = rng.choice([0, 1, 1, 2, 3])
        helps[name] = rng.sample(PARTS, parts)
    return helps


def _by_rank(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    first = ranking[:most]
    return list(first)


def _by_count(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    """The number of sub-questions counts, whether they are covered by then or not."""
    left = list(ranking)
    left.sort(key=lambda name: -_worth(helps[name]))
    return left[:most]


def _last_of_equals(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    turned = list(ranking)
    turned.reverse()
    return cover(turned, helps, most)


def _in_ranks(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    kept = cover(ranking, helps, most)
    order = list(ranking)
    kept.sort(key=order.index)
    return kept


def _one_each(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    """From above, every passage that helps with something new."""
    kept: list[str] = []
    rest: list[str] = []
    covered: set[str] = set()
    for name in ranking:
        has_new = not covered.issuperset(helps[name])
        where = kept if has_new else rest
        where.append(name)
        covered.update(helps[name])
    every = kept + rest
    return every[:most]


def _stops(ranking: Sequence[str], helps: Helps, most: int) -> list[str]:
    """What helps with nothing new is not taken, though there is room."""
    kept: list[str] = []
    covered: set[str] = set()
    for name in cover(ranking, helps, most):
        own = helps[name]
        if not covered.issuperset(own):
            kept.append(name)
        covered.update(own)
    return kept


MISCONCEPTIONS = {
    "the first of the ranking are kept, whatever they help with": _by_rank,
    "sub-questions that are covered already still count": _by_count,
    "of equals the last of the ranking is taken": _last_of_equals,
    "the right passages are put back into the order of the ranking": _in_ranks,
    "from above, every passage with something new is taken, and not the one with most": _one_each,
    "nothing more is taken once all is covered, though there is room": _stops,
}
