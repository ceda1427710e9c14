"""The domain detector: which archives a question belongs to, or none (tiered, phase II).

A question is compared with each archive by cosine similarity: with the description of the archive
in `tiers.yml`, and with the passages in it that are nearest. The higher one counts. An archive
whose similarity is below its threshold is not asked, so that a question about something else
searches none of them. Others that are nearly as similar as the best one are asked too: some
questions lie between two domains.

The paper lets a model classify the question. This costs one embedding and no call. The threshold is
chosen by `benchmarks/domains.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np

from ragkit.documents.tiers import Tier, is_in
from ragkit.state import Passage
from ragkit.stores import Embed

MARGIN = 0.05
"""Distance to the most similar archive within which others are asked too."""
NEAREST = 3
"""Number of an archive's passages that are compared with a question: a single one may be chance."""


class Domains:
    """The archives of a corpus, ready to be compared with questions."""

    def __init__(
        self,
        tiers: Sequence[Tier],
        passages: Sequence[Passage],
        vectors: Callable[[], np.ndarray],
        embed: Embed,
    ) -> None:
        """Take the tiers that are folders. `vectors` gives a row of length one for each passage."""
        self.archives = [tier for tier in tiers if tier.reach == "folder"]
        self.embed = embed
        self._passages = passages
        self._stored = vectors

    def similarities(self, question: str) -> dict[str, float]:
        """The similarity of a question to each archive, in [-1, 1], by the archive's name."""
        if not self.archives:
            return {}
        vector = self.embed([question])[0]
        found = {}
        for archive, rows, about in zip(self.archives, self._rows, self._descriptions, strict=True):
            cosines = np.sort(self._vectors[rows] @ vector)
            nearest = float(cosines[-NEAREST:].mean()) if len(rows) else -1.0
            described = float(about @ vector)
            found[archive.archive] = round(max(nearest, described), 6)
        return found

    @cached_property
    def _vectors(self) -> np.ndarray:
        return self._stored()

    @cached_property
    def _rows(self) -> list[list[int]]:
        """For each archive, the places of its passages."""
        places = []
        for archive in self.archives:
            own = [
                place
                for place, passage in enumerate(self._passages)
                if is_in(passage.source, archive.archive)
            ]
            places.append(own)
        return places

    @cached_property
    def _descriptions(self) -> np.ndarray:
        """A vector for each archive's description; without one, for its name."""
        return self.embed([archive.about or archive.archive for archive in self.archives])


def detected(
    similarities: Mapping[str, float], thresholds: Mapping[str, float], margin: float
) -> list[str]:
    """The archives that a question belongs to, the most similar first; none where all are too far.

    Each needs its threshold, and at most `margin` less than the best of those that have it.

    >>> far = {"rivers": 0.3, "leagues": 0.3}
    >>> detected({"rivers": 0.6, "leagues": 0.57}, far, margin=0.05)
    ['rivers', 'leagues']
    >>> detected({"rivers": 0.6, "leagues": 0.4}, far, margin=0.05)
    ['rivers']
    >>> detected({"rivers": 0.2, "leagues": 0.1}, far, margin=0.05)
    []
    """
    near = {}
    for name, similarity in similarities.items():
        if similarity >= thresholds[name]:
            near[name] = similarity
    best_first = sorted(near, key=lambda name: -near[name])
    chosen = []
    for name in best_first:
        distance = round(near[best_first[0]] - near[name], 9)
        if distance <= margin:
            chosen.append(name)
    return chosen
