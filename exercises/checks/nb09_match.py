"""09-match: which failures are similar to a question (adaptive, eq. 17)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

Vector = Sequence[int]
Failures = Mapping[str, Vector]

QUESTIONS = ["Who fed the owl?", "Do newts swim?", "Why do hares run?", "Can toads sing?"]
APART = 1e-6
"""Least distance between two similarities, or one and the threshold: no rounding decides."""
FOUR = dict(zip(QUESTIONS, [[3, 4], [12, 5], [4, 3], [1, 0]], strict=True))
"""Vectors that are all similar to [1, 0]."""

ROWS = (
    *("name, similarity", "similarity, name", "name, 1 - similarity", "1 - similarity, name"),
    *("name, similarity - above", "similarity - above, name"),
)
OWN = Own(
    "At most {form[0]} questions are returned, the most similar ones, and each of them as "
    "`({form[1]})`, where `name` is the question.",
    form=((len(QUESTIONS), "name"), *product((2, 3), ROWS)),
)


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of the angle between two vectors, in [-1, 1]; none of them may be zero.

    >>> cosine([4, 3], [2, 0])
    0.8
    """
    product = _dot(one, other)
    first = _length(one)
    second = _length(other)
    return product / (first * second)


def _dot(one: Vector, other: Vector) -> float:
    total = 0
    for a, b in zip(one, other, strict=True):
        total += a * b
    return total


def _length(vector: Vector) -> float:
    squares = _dot(vector, vector)
    return math.sqrt(squares)


def match(question: Vector, failures: Failures, above: float) -> list[Any]:
    """The failures whose similarity to a question is above a threshold, most similar first.

    >>> match([1, 0], {"a": [4, 3], "b": [12, 5], "c": [0, 1]}, 0.7)
    ['b', 'a']
    """
    scores = _similarities(question, failures)
    return _ranked(scores, above)


def _similarities(question: Vector, failures: Failures) -> dict[str, float]:
    scores = {}
    for name, vector in failures.items():
        scores[name] = cosine(question, vector)
    return scores


def _ranked(
    scores: Mapping[str, float], above: float, best_first: bool = True, slack: float = 0.0
) -> list[Any]:
    near = []
    for name, score in scores.items():
        if score > above - slack:
            near.append(name)
    near.sort(key=scores.__getitem__, reverse=best_first)
    most, row = OWN.form
    return [_in_form(row, name, scores[name], above) for name in near[:most]]


def _in_form(row: str, name: str, similarity: float, above: float) -> Any:
    """A question as it is returned."""
    if row == "name":
        return name
    parts = {
        "name": name,
        "similarity": similarity,
        "1 - similarity": 1 - similarity,
        "similarity - above": similarity - above,
    }
    return tuple(parts[part] for part in row.split(", "))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Long and short vectors; one at a right angle and the threshold 0; then drawn ones."""
    question = [rng.randint(1, 3), 0]
    yield answer.against(match, question, _angles(rng), 0.7)
    right_angle = {"Do moles dig?": [0, rng.randint(1, 3)], "Do bats sleep?": [3, 4]}
    yield answer.against(match, question, right_angle, 0)
    yield answer.against(match, question, {}, 0.7)
    yield answer.against(match, question, FOUR, 0.5)
    for _ in range(10):
        above = rng.choice([0.5, 0.7, 0.85])
        question, failures = _drawn(above, rng)
        yield answer.against(match, question, failures, above)


def _angles(rng: Random) -> dict[str, list[int]]:
    """Vectors whose cosines with [1, 0] are 0.8, 12/13, 0.6 and -1, in a random order."""
    vectors = [[4, 3], [12, 5], [3, 4], [-1, 0]]
    rng.shuffle(vectors)
    return dict(zip(QUESTIONS, vectors, strict=True))


def _drawn(above: float, rng: Random) -> tuple[list[int], dict[str, list[int]]]:
    """Vectors whose similarities are apart from each other and from the threshold."""
    while True:
        question = _vector(rng)
        failures = {name: _vector(rng) for name in QUESTIONS}
        scores = [above, *_similarities(question, failures).values()]
        if all(abs(a - b) > APART for a, b in combinations(scores, 2)):
            return question, failures


def _vector(rng: Random) -> list[int]:
    """Three small numbers, of which the first is not 0."""
    first = rng.randint(1, 5)
    return [first, rng.randint(-1, 5), rng.randint(-1, 5)]


def _without_lengths(question: Vector, failures: Failures, above: float) -> list[Any]:
    scores = {}
    for name, vector in failures.items():
        scores[name] = _dot(question, vector)
    return _ranked(scores, above)


def _at_the_threshold(question: Vector, failures: Failures, above: float) -> list[Any]:
    return _ranked(_similarities(question, failures), above, slack=APART)


def _farthest_first(question: Vector, failures: Failures, above: float) -> list[Any]:
    return _ranked(_similarities(question, failures), above, best_first=False)


def _distance(question: Vector, failures: Failures, above: float) -> list[Any]:
    distances = {}
    for name, score in _similarities(question, failures).items():
        distances[name] = 1 - score
    return _ranked(distances, above)


MISCONCEPTIONS = {
    "the lengths of the vectors count": _without_lengths,
    "a similarity of exactly the threshold counts as above it": _at_the_threshold,
    "the least similar comes first": _farthest_first,
    "the distance, 1 - similarity, is compared with the threshold": _distance,
}
