"""The lexical baseline: the fraction of a claim's words that its evidence contains.

A judge that reads the evidence has to beat this count to be worth its time. Word overlap also finds
the passage that supports a claim. The paper leaves that open: in adaptive, eq. 14, a claim is
compared with all evidence at once.

Left out: meaning. Shared words do not show a "not", nor who did what to whom.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from ragkit.state import Passage
from ragkit.text.words import words


def overlap(claim: str, evidence: str) -> float:
    """Fraction of the claim's stemmed words found in the evidence, in [0, 1].

    Stop words do not count. A claim of stop words alone has overlap 0.

    >>> overlap("Owls hunt mice.", "An owl hunts at night.")
    0.6666666666666666
    """
    claim_words = set(words(claim))
    if not claim_words:
        return 0.0
    evidence_words = set(words(evidence))
    shared = claim_words & evidence_words
    return len(shared) / len(claim_words)


def carrier(claim: str, passages: Sequence[Passage]) -> Passage | None:
    """The passage that shares most words with the claim, or None when no passage shares a word.

    Headings count as part of a passage. A word weighs more, the fewer of these passages contain it:
    the words of their common topic do not tell them apart.

    >>> night = Passage("n", "Owls hunt at night.")
    >>> day = Passage("d", "Owls sleep, and some owls sit, by day.")
    >>> carrier("An owl hunts.", [day, night]).id
    'n'
    """
    vocabularies = [_vocabulary(passage.searchable) for passage in passages]
    weights = _weights(claim, vocabularies)
    if not weights:
        return None
    scores = [_shared_weight(weights, vocabulary) for vocabulary in vocabularies]
    highest = max(scores)
    best = scores.index(highest)
    return passages[best]


@lru_cache(maxsize=256)
def _vocabulary(text: str) -> frozenset[str]:
    """The words of a passage, which is asked for once for each sentence of an answer."""
    return frozenset(words(text))


def _weights(claim: str, vocabularies: Sequence[Collection[str]]) -> dict[str, float]:
    """The weight of each word of the claim that at least one of the vocabularies contains."""
    weights = {}
    # Sorted, because the last digit of a sum of floats depends on the order of its terms.
    for word in sorted(set(words(claim))):
        holders = sum(word in vocabulary for vocabulary in vocabularies)
        if holders:
            rarity = len(vocabularies) / holders
            weights[word] = math.log(1 + rarity)
    return weights


def _shared_weight(weights: Mapping[str, float], vocabulary: Collection[str]) -> float:
    total = 0.0
    for word, weight in weights.items():
        if word in vocabulary:
            total += weight
    return total
