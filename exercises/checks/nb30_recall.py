"""30-recall: how much of what is nearest an index finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

Lists = Sequence[Sequence[str]]
"""Ids of passages, best first; a list for each query."""
Recall = Callable[[Lists, Lists, int], float]
IDS = "abcdefghij"
OWN = Own(
    "Return the share of the `k` nearest that the index {did}, on a scale from 0 to {whole}.",
    did=("found", "missed"),
    whole=(1, 10, 20, 50, 100, 1000),
)


def recall(found: Lists, nearest: Lists, k: int) -> float:
    """The mean share of the `k` nearest that are among the first `k` found.

    >>> recall([["a", "c", "b"], ["d"]], [["a", "b", "c"], ["e", "d", "f"]], 2)
    0.5
    """
    shares = []
    for own, right in zip(found, nearest, strict=True):
        both = set(own[:k]) & set(right[:k])
        shares.append(len(both) / k)
    return _told(shares)


def _told(shares: Iterable[float]) -> float:
    """The mean of these shares, as the present variant wants it."""
    mean = fmean(shares)
    told = 1 - mean if OWN.did == "missed" else mean
    return told * OWN.whole


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Queries that each misconception counts in another way; an index that finds all; any."""
    every = [telling(lambda: _drawn(rng), recall, MISCONCEPTIONS.values())]
    nearest = [rng.sample(IDS, 4) for _ in range(2)]
    every.append((nearest, nearest, 3))
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    for found, right, k in every:
        yield answer.against(recall, found, right, k)


def _drawn(rng: Random) -> tuple[Lists, Lists, int]:
    """Some queries; an index may return fewer passages than it was asked for, and never none."""
    k = rng.randint(2, 4)
    found, nearest = [], []
    for _ in range(rng.randint(2, 5)):
        found.append(rng.sample(IDS, rng.randint(1, 6)))
        nearest.append(rng.sample(IDS, 6))
    return found, nearest, k


def _in_place(found: Lists, nearest: Lists, k: int) -> float:
    """A passage counts only at the same place."""
    shares = []
    for own, right in zip(found, nearest, strict=True):
        equal = [one == other for one, other in zip(own[:k], right[:k])]
        shares.append(sum(equal) / k)
    return _told(shares)


def _all_found(found: Lists, nearest: Lists, k: int) -> float:
    return _share(found, [right[:k] for right in nearest], k)


def _all_nearest(found: Lists, nearest: Lists, k: int) -> float:
    return _share([own[:k] for own in found], nearest, k)


def _share(found: Lists, nearest: Lists, k: int) -> float:
    shares = []
    for own, right in zip(found, nearest, strict=True):
        both = set(own) & set(right)
        shares.append(len(both) / k)
    return _told(shares)


def _of_found(found: Lists, nearest: Lists, k: int) -> float:
    """A share of what was found."""
    shares = []
    for own, right in zip(found, nearest, strict=True):
        both = set(own[:k]) & set(right[:k])
        shares.append(len(both) / len(own[:k]))
    return _told(shares)


def _first_only(found: Lists, nearest: Lists, k: int) -> float:
    """A query counts where the nearest passage is found."""
    pairs = zip(found, nearest, strict=True)
    return _told(right[0] in own[:k] for own, right in pairs)


def _all_or_nothing(found: Lists, nearest: Lists, k: int) -> float:
    """A query counts where any of the nearest is found."""
    hits = []
    for own, right in zip(found, nearest, strict=True):
        both = set(own[:k]) & set(right[:k])
        hits.append(bool(both))
    return _told(hits)


MISCONCEPTIONS: dict[str, Recall] = {
    "a passage counts only where it is at the same place in both lists": _in_place,
    "passages found after the first k count, too": _all_found,
    "passages that are not among the k nearest count, too": _all_nearest,
    "it is a share of what was found, which is precision": _of_found,
    "only the very nearest passage is looked for": _first_only,
    "one of the nearest is enough for a whole query": _all_or_nothing,
}
