"""21-fuse: one ranking out of the searches for a query and its variants (advanced, feature 3).

Scores are compared, as in 02-rrf: most mistakes leave the order of a few names as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb02_rrf import ANIMALS
from ragkit.course.exercises.own import Own

TEXTS = [
    "How do owls hunt?",
    "What is the foraging behaviour of owls?",
    "How do owls find food?",
    "Why do owls hunt at night?",
    "Which prey do owls take?",
]
OWN = Own(
    "A name gets `1 / (k + {step} * place)` from each search that found it.",
    step=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5, 1.5, 2.5),
)
Search = tuple[str, Sequence[str]]
"""What was searched for, and what was found, best first."""
Searches = Sequence[Search]


def fused(searches: Searches, k: int) -> dict[str, float]:
    """Every name with its score: 1/(k + place) in each search that found it, added up.

    A text that was searched twice counts once, and so does a name that one search found twice.

    >>> fused([("Owls?", ["cat", "dog", "cat"]), ("OWLS?", ["cat"]), ("Bats?", ["dog"])], k=1)
    {'cat': 0.5, 'dog': 0.8333333333333333}
    """
    scores: dict[str, float] = {}
    for ranking in _once(searches):
        for name in dict.fromkeys(ranking):
            place = ranking.index(name) + 1
            before = scores.get(name, 0)
            scores[name] = before + _share(k, place)
    return scores


def _share(k: int, place: int) -> float:
    """What a name gets from one search that found it at this place."""
    return 1 / (k + OWN.step * place)


def _once(searches: Searches) -> list[Sequence[str]]:
    """What was found for each text; one that was searched twice is there once."""
    by_text: dict[str, Sequence[str]] = {}
    for text, ranking in searches:
        key = text.casefold()
        by_text.setdefault(key, ranking)
    texts = by_text.values()
    return list(texts)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two searches; a name that one of them found twice; one text twice; then drawn ones."""
    query, other = rng.sample(TEXTS, 2)
    a, b, c, d = rng.sample(ANIMALS, 4)
    two = [(query, [a, b]), (other, [b, c])]
    repeated = [(query, [a, b, a, c]), (other, [d])]
    loud = query.upper()
    again = [(query, [a, b]), (other, [c]), (loud, [a, b])]
    yield answer.against(fused, two, 60)
    yield answer.against(fused, repeated, 10)
    yield answer.against(fused, again, 10)
    for _ in range(8):
        searches = _drawn(rng)
        k = rng.choice([1, 10, 60])
        yield answer.against(fused, searches, k)
    yield answer.against(fused, [], 60)


def _drawn(rng: Random) -> Searches:
    found = []
    count = rng.randint(2, 4)
    for text in rng.sample(TEXTS, count):
        length = rng.randint(0, 4)
        ranking = rng.sample(ANIMALS, length)
        repeated = ranking[: rng.randint(0, 1)]
        found.append((text, ranking + repeated))
    text, ranking = found[0]
    again = (text.lower(), ranking)
    return [*found, again]


def _query_left_out(searches: Searches, k: int) -> dict[str, float]:
    variants = searches[1:]
    return fused(variants, k)


def _query_twice(searches: Searches, k: int) -> dict[str, float]:
    scores = fused(searches, k)
    query = searches[:1]
    more = fused(query, k)
    for name in more:
        scores[name] += more[name]
    return scores


def _from_zero(searches: Searches, k: int) -> dict[str, float]:
    lower = k - OWN.step
    return fused(searches, lower)


def _mean(searches: Searches, k: int) -> dict[str, float]:
    """The mean over the searches, and not the sum."""
    count = len(_once(searches))
    scores = fused(searches, k)
    for name in scores:
        scores[name] /= count
    return scores


def _added_twice(searches: Searches, k: int) -> dict[str, float]:
    """A name that one search found twice gets a share for each place."""
    scores: dict[str, float] = {}
    for ranking in _once(searches):
        for place, name in enumerate(ranking, start=1):
            before = scores.get(name, 0)
            scores[name] = before + _share(k, place)
    return scores


def _last_place(searches: Searches, k: int) -> dict[str, float]:
    scores: dict[str, float] = {}
    for ranking in _once(searches):
        places = {}
        for place, name in enumerate(ranking, start=1):
            places[name] = place
        for name, last in places.items():
            before = scores.get(name, 0)
            scores[name] = before + _share(k, last)
    return scores


def _moved_up(searches: Searches, k: int) -> dict[str, float]:
    """The names behind a repeated one move up."""
    closed = []
    for text, ranking in searches:
        once = dict.fromkeys(ranking)
        closed.append((text, list(once)))
    return fused(closed, k)


def _again(searches: Searches, k: int) -> dict[str, float]:
    """Every search counts, even one for a text that was searched before."""
    numbered: list[Search] = []
    for _, ranking in searches:
        number = str(len(numbered))
        numbered.append((number, ranking))
    return fused(numbered, k)


MISCONCEPTIONS = {
    "what was found for the query itself is left out, and only its variants count": _query_left_out,
    "the query counts more than its variants": _query_twice,
    "places are counted from 0": _from_zero,
    "the mean of the shares is taken, and not their sum": _mean,
    "a name that one search found twice gets two shares of it": _added_twice,
    "a name that one search found twice counts at its last place": _last_place,
    "the names behind a repeated one move up a place": _moved_up,
    "a text that was searched twice counts twice: capitals make no other text": _again,
}
