"""The lexical baseline: how many of a claim's words stand in the evidence.

A judge that reads has to beat this count to be worth its seconds. It also finds the passage that carries a claim, which
eq. 14 of papers/000 leaves open: a claim is compared with all evidence at once there. Left out: meaning. Shared words
do not see a "not", nor who did what to whom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragkit.sparse import words
from ragkit.state import Passage


def overlap(claim: str, evidence: str) -> float:
    """The share of the claim's telling words, stemmed, that stand in the evidence; 0 for a claim without any.

    >>> overlap("Owls hunt mice.", "An owl hunts at night.")
    0.6666666666666666
    """
    wanted = set(words(claim))
    return len(wanted & set(words(evidence))) / len(wanted) if wanted else 0.0


def carrier(claim: str, passages: Sequence[Passage]) -> Passage | None:
    """The passage that shares most of the claim's words, headings included; None when no passage shares one.

    A word counts more, the fewer of these passages hold it: they are about one topic, and its words tell nothing.

    >>> night, day = Passage("n", "Owls hunt at night."), Passage("d", "Owls sleep, and some owls sit, by day.")
    >>> carrier("An owl hunts.", [day, night]).id
    'n'
    """
    held = [set(words(passage.searchable)) for passage in passages]
    weights = {
        word: math.log(1 + len(held) / holders)
        for word in sorted(set(words(claim)))  # sorted: a float sum depends on its order
        if (holders := sum(word in one for one in held))
    }
    shared = [sum(weight for word, weight in weights.items() if word in one) for one in held]
    return passages[shared.index(max(shared))] if weights else None
