"""How long does a search take among so many passages? A slider, and exact search at that size."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from statistics import median

import ipywidgets as w
import numpy as np

from ragkit.stores import grown, highest
from ragkit.widgets.charts.search_seconds import search_seconds
from ragkit.widgets.panels.picture import displayed

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000)
"""The stops of the slider."""
HERE = "exact, on this computer"
DEEP = 50
"""Number of passages that are searched for."""


class SearchSize(w.VBox):
    """The seconds of an exact search, measured anew when the number of passages changes.

    `vectors` are those of a corpus, of length one; where it has fewer passages than are asked for,
    more are made of them. `queries` are vectors too, and the median of their searches is shown.
    `others` are seconds by size that were measured before, by the name of the store. The largest
    size takes 768 MB of memory with vectors of 384 numbers.
    """

    def __init__(
        self,
        vectors: np.ndarray,
        queries: np.ndarray,
        passages: int = SIZES[0],
        others: Mapping[str, Mapping[int, float]] | None = None,
    ) -> None:
        self.vectors, self.queries = vectors, queries
        self.others = others or {}
        self.seconds: dict[int, float] = {}
        """What was measured here: the seconds of a search, by the number of passages."""
        self.slider = w.SelectionSlider(
            options=[(f"{size:,}", size) for size in SIZES],
            value=passages,
            description="passages",
            continuous_update=False,
            layout=w.Layout(width="min(100%, 32rem)"),
        )
        self.line, self.picture = w.HTML(), w.Output()
        self.slider.observe(self._show, "value")
        self._show()
        super().__init__([self.slider, self.line, self.picture])

    def _show(self, _: object = None) -> None:
        size = self.slider.value
        if len(self.vectors) < size:
            self.line.value = f"<p class='rk-note'>Making {size:,} vectors ...</p>"
            self.vectors = grown(self.vectors, size)
        searched = self.vectors[:size]
        took = seconds_of_search(searched, self.queries)
        self.seconds[size] = took
        self.line.value = (
            f"<p class='rk-note' aria-live='polite'>{size:,} passages: {took * 1e3:,.2f} ms a "
            f"search, {searched.nbytes / 1e6:,.1f} MB of vectors.</p>"
        )
        lines = {HERE: self.seconds, **self.others}
        self.picture.outputs = [displayed(search_seconds(lines))]


def seconds_of_search(vectors: np.ndarray, queries: Sequence[np.ndarray] | np.ndarray) -> float:
    """The median seconds in which the nearest vectors to a query are found, by comparing all."""
    seconds = []
    for query in queries:
        began = time.perf_counter()
        highest(vectors @ query, DEEP)
        seconds.append(time.perf_counter() - began)
    return median(seconds)
