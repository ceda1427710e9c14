"""Evidence as a graph gives it to a judge: the passages that matter, among others of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ragkit.state import Passage
from ragkit.teach.material import Pool

TOKENS = (200, 1000)
"""Least and greatest length of the evidence, in tokens; each case draws its own."""
LETTERS = 4
"""Characters of a token, about."""
MOST = 8
"""Maximum number of passages."""
SKIPPED = 0.3
"""How often a near passage is passed over, so that not only the nearest ones distract."""


def amid(needed: Sequence[Passage], query: str, pool: Pool, rng: Random) -> tuple[Passage, ...]:
    """Some passages anywhere among others that are near to a query."""
    budget = rng.uniform(*TOKENS) - sum(map(tokens, needed))
    chosen = list(needed)
    for passage in pool.nearest(query):
        if len(chosen) == MOST or budget < tokens(passage):
            break
        if rng.random() < SKIPPED or _touches(passage, needed):
            continue
        place = rng.randint(0, len(chosen))
        chosen.insert(place, replace(passage, score=0.0))
        budget -= tokens(passage)
    return tuple(chosen)


def tokens(passage: Passage) -> float:
    """The length of a passage in tokens, about."""
    letters = len(passage.text)
    return letters / LETTERS


def _touches(passage: Passage, others: Sequence[Passage]) -> bool:
    """Whether a passage is one of the others, or shares text with one of the same document."""
    for other in others:
        if passage.id == other.id:
            return True
        same = passage.source == other.source
        if same and passage.start < other.end and other.start < passage.end:
            return True
    return False
