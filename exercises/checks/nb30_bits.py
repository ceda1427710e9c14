"""30-bits: find candidates by the signs of their numbers, and rank these by the numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import copysign
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

OWN = Own(
    "The index of the first vector is {first}, and of vectors that agree in equally many places "
    "those that come {equal} in the list are candidates.",
    first=(0, 1, 2, 10, 100, 1000),
    equal=("first", "last"),
)
Vector = Sequence[float]
Worth = Callable[[Vector, Vector], float]
Search = Callable[[Vector, Sequence[Vector], int, int], list[int]]
Drawn = tuple[Vector, Sequence[Vector], int, int]
DIMENSIONS = 5


def two_stages(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    """The places of the `k` best of `most` candidates, best first; of equal ones the first.

    Candidates are those whose signs agree with the query's in most places. They are ranked by the
    product with the query.

    >>> two_stages([3, 1], [[9, -1], [1, 1], [2, 2]], 2, 1)
    [2]
    """
    return _told(_stages(query, vectors, most, k))


def _told(places: Sequence[int]) -> list[int]:
    """Places that count from 0 as the present variant counts them."""
    return [place + OWN.first for place in places]


def _stages(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    ranked = _in_stages(agreeing, query, vectors, most)
    return ranked[:k]


def agreeing(query: Vector, vector: Vector) -> int:
    """The number of places in which both are above 0, or neither is."""
    pairs = zip(query, vector, strict=True)
    return sum((one > 0) == (other > 0) for one, other in pairs)


def product(query: Vector, vector: Vector) -> float:
    """The sum of the products of their numbers."""
    pairs = zip(query, vector, strict=True)
    return sum(one * other for one, other in pairs)


def _in_stages(first: Worth, query: Vector, vectors: Sequence[Vector], most: int) -> list[int]:
    """The candidates that are best by the first measure, ranked by the product."""
    every = _ranked(first, query, vectors, _places(vectors))
    candidates = sorted(every[:most])
    return _ranked(product, query, vectors, candidates)


def _places(vectors: Sequence[Vector]) -> Sequence[int]:
    """All places; of equals the first of these is the candidate."""
    places = range(len(vectors))
    return places if OWN.equal == "first" else places[::-1]


def _ranked(
    worth: Worth, query: Vector, vectors: Sequence[Vector], places: Sequence[int]
) -> list[int]:
    """The places in order of what their vectors are worth, best first."""
    worths = {place: worth(query, vectors[place]) for place in places}
    return sorted(places, key=lambda place: -worths[place])


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Vectors that each misconception ranks in another way; as many candidates as vectors; any."""
    others = set(MISTAKES.values()) - set(RARE)
    every = [telling(lambda: _drawn(rng), _stages, others)]
    every += [telling(lambda: _drawn(rng), _stages, [wrong]) for wrong in RARE]
    query, vectors, _, k = _drawn(rng)
    all_of_them = len(vectors)
    every.append((query, vectors, all_of_them, k))
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    every.append(telling(lambda: _drawn(rng), _stages, [_from_the_other_end]))
    for query, vectors, most, k in every:
        yield answer.against(two_stages, query, vectors, most, k)


def _drawn(rng: Random) -> Drawn:
    """A query without 0, and vectors that may have some."""
    query = [rng.choice([-3, -2, -1, 1, 2, 3]) for _ in range(DIMENSIONS)]
    vectors = []
    for _ in range(rng.randint(7, 9)):
        vectors.append([rng.randint(-4, 4) for _ in range(DIMENSIONS)])
    return query, vectors, rng.randint(4, 5), 3


def _from_the_other_end(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    """Of vectors that agree equally, those at the other end of the list."""
    every = _ranked(agreeing, query, vectors, _places(vectors)[::-1])
    candidates = sorted(every[:most])
    return _ranked(product, query, vectors, candidates)[:k]


def _signs_alone(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    places = range(len(vectors))
    return _ranked(agreeing, query, vectors, places)[:k]


def _all_ranked(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    places = range(len(vectors))
    return _ranked(product, query, vectors, places)[:k]


def _only_above(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    ranked = _in_stages(_both_above, query, vectors, most)
    return ranked[:k]


def _both_above(query: Vector, vector: Vector) -> int:
    pairs = zip(query, vector, strict=True)
    return sum(one > 0 and other > 0 for one, other in pairs)


def _fewest(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    """Those whose signs differ in most places."""
    ranked = _in_stages(_differing, query, vectors, most)
    return ranked[:k]


def _differing(query: Vector, vector: Vector) -> int:
    return -agreeing(query, vector)


def _in_order_of_bits(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    """Of candidates with the same product, the one whose bits agree more comes first."""
    by_bits = _ranked(agreeing, query, vectors, _places(vectors))
    candidates = by_bits[:most]
    return _ranked(product, query, vectors, candidates)[:k]


def _zero_agrees_with_nothing(
    query: Vector, vectors: Sequence[Vector], most: int, k: int
) -> list[int]:
    ranked = _in_stages(_signs_multiplied, query, vectors, most)
    return ranked[:k]


def _signs_multiplied(query: Vector, vector: Vector) -> float:
    pairs = zip(query, vector, strict=True)
    signs = [_sign(one) * _sign(other) for one, other in pairs]
    return sum(signs)


def _sign(number: float) -> float:
    return copysign(1, number) if number else 0


def _cut_first(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    """Only as many candidates as are wanted in the end."""
    return _stages(query, vectors, k, k)


def _kept_all(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    return _stages(query, vectors, most, most)


def _worst_first(query: Vector, vectors: Sequence[Vector], most: int, k: int) -> list[int]:
    return _stages(query, vectors, most, most)[::-1][:k]


def _as_told(search: Search) -> Search:
    return lambda *drawn: _told(search(*drawn))


MISTAKES: dict[str, Search] = {
    "the signs alone decide; the candidates are not ranked anew": _signs_alone,
    "all vectors are ranked, so nothing is saved by the signs": _all_ranked,
    "only numbers above 0 are compared; two that are not above 0 agree as well": _only_above,
    "the candidates are those whose signs differ most": _fewest,
    "no more candidates are kept than are wanted in the end": _cut_first,
    "all candidates are returned, and not the first k": _kept_all,
    "the worst come first": _worst_first,
    "of candidates with the same product the one with more agreeing bits comes first": (
        _in_order_of_bits
    ),
    "a 0 agrees with nothing, as in the lesson": _zero_agrees_with_nothing,
}
MISCONCEPTIONS = {name: _as_told(search) for name, search in MISTAKES.items()}
RARE = (_in_order_of_bits, _zero_agrees_with_nothing)
"""Mistakes that few inputs show, so each has one of its own."""
