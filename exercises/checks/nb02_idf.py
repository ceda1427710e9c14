"""02-idf: how rare a word is, by BM25's inverse document frequency (adaptive, eq. 9)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

WORDS = ["graph", "edge", "node", "path", "tree", "heap", "queue", "cycle", "flow", "weight"]

OWN = Own(
    "The fraction is (N - n + {above}) / (n + {below}).",
    above=(0.5, 0.1, 0.25, 1),
    below=(0.5, 0.1, 0.25, 1),
)

Documents = Sequence[Sequence[str]]


def idf(word: str, documents: Documents) -> float:
    """log((N - n + 0.5) / (n + 0.5)), never below 0; n of N documents contain the word.

    >>> round(idf("owl", [["owl", "owl"], ["cat"], ["dog"]]), 3)
    0.511
    """
    rarity = _log_odds(_having(word, documents), len(documents))
    return max(0.0, rarity)


def _having(word: str, documents: Documents) -> int:
    return sum(word in document for document in documents)


def _log_odds(n: int, total: int) -> float:
    without = total - n
    above = without + OWN.above
    below = n + OWN.below
    odds = above / below
    return math.log(odds)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A rare word that one document has twice, a word of most documents, and words at random."""
    rare, common, absent = rng.sample(WORDS, 3)
    documents = [[rare, rare, common], [common], [common], [], [], []]
    rng.shuffle(documents)
    for word in (rare, common, absent):
        yield answer.against(idf, word, documents)
    crowded = [[common], [common, rare], [common], [common], [absent]]
    yield answer.against(idf, common, crowded)
    for _ in range(12):
        word = rng.choice(WORDS)
        yield answer.against(idf, word, _drawn(rng))


def _drawn(rng: Random) -> Documents:
    documents = []
    for _ in range(rng.randint(1, 12)):
        length = rng.randint(0, 6)
        documents.append(rng.choices(WORDS, k=length))
    return documents


def _occurrences(word: str, documents: Documents) -> float:
    total = len(documents)
    n = sum(list(document).count(word) for document in documents)
    # More occurrences than documents would be an error, and not a wrong number.
    n = min(n, total)
    return max(0.0, _log_odds(n, total))


def _below_zero(word: str, documents: Documents) -> float:
    n = _having(word, documents)
    total = len(documents)
    return _log_odds(n, total)


def _upside_down(word: str, documents: Documents) -> float:
    return max(0.0, -_below_zero(word, documents))


def _base_ten(word: str, documents: Documents) -> float:
    natural = idf(word, documents)
    return natural / math.log(10)


def _simple_fraction(word: str, documents: Documents) -> float:
    n = _having(word, documents)
    return math.log(len(documents) / n) if n else 0.0


def _sign_lost(word: str, documents: Documents) -> float:
    weight = _below_zero(word, documents)
    return abs(weight)


MISCONCEPTIONS = {
    "the logarithm of N / n is taken, which is another formula": _simple_fraction,
    "a negative weight loses its sign, and does not become 0": _sign_lost,
    "n counts how often the word occurs, and not how many documents have it": _occurrences,
    "a word that most documents have counts less than nothing": _below_zero,
    "the fraction is upside down, so that common words count most": _upside_down,
    "the logarithm is to base 10": _base_ten,
}
