"""The heat map of failures, with a choice of what its rows are and of the systems in it."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as w

from ragkit.evaluate.failures.tally import GROUPS, By, Labelled, Tally, tallies
from ragkit.widgets.charts.failures import failure_map
from ragkit.widgets.panels.picture import displayed

EVERY = "all systems"


class FailureMap(w.VBox):
    """The heat map of labelled runs, drawn anew when a choice changes. No model is called."""

    def __init__(self, found: Sequence[Labelled], by: By = "kind") -> None:
        self.found = list(found)
        systems = dict.fromkeys(case.row.system for case, _ in self.found)
        self.by = w.Dropdown(options=GROUPS, value=by, description="rows")
        self.system = w.Dropdown(options=[EVERY, *systems], description="system")
        self.picture = w.Output()
        for one in (self.by, self.system):
            one.observe(self._draw, "value")
        self._draw()
        super().__init__([w.HBox([self.by, self.system]), self.picture])

    @property
    def benchmarks(self) -> list[Tally]:
        """The counts that are shown."""
        chosen = self.system.value
        shown = []
        for case, label in self.found:
            if chosen in (EVERY, case.row.system):
                shown.append((case, label))
        return tallies(shown, self.by.value)

    def _draw(self, _: object = None) -> None:
        self.picture.outputs = [displayed(failure_map(self.benchmarks))]
