"""The switchboard: run a question, switch a part off or move a threshold, run again, compare."""

from __future__ import annotations

from dataclasses import replace

import ipywidgets as w

from ragkit.kit import Kit
from ragkit.trace import Trace
from ragkit.widgets.panels.background import Background
from ragkit.widgets.panels.fold import Fold
from ragkit.widgets.panels.switches import Switches
from ragkit.widgets.runs.side_by_side import side_by_side

MOST = 4
"""Number of runs that are shown at once: the first one, and the last ones."""


class Switchboard(w.VBox):
    """Switches above, runs side by side below. `runs` has every run, by what was switched.

    Thresholds, judge and provider are folded, so that the runs are seen soon.
    """

    def __init__(self, kit: Kit, question: str, system: str = "adaptive") -> None:
        """`system` is the name of a row of `ragkit.graphs.SYSTEMS`."""
        self.system, self.switches = system, Switches(kit, system)
        self.question = w.Text(question, description="question", layout=w.Layout(width="auto"))
        self.go = w.Button(
            description="Run", button_style="primary", tooltip="run with these switches"
        )
        self.halt = w.Button(
            description="Stop", disabled=True, tooltip="end the run, and the model call under way"
        )
        self.status = w.HTML("Not run yet.")
        self.table = w.HTML()
        self.runs: dict[str, Trace] = {}
        self.background = Background(self._shown)
        self.go.on_click(self.run)
        self.halt.on_click(lambda _: self.background.stop())
        # Runs on two questions do not compare.
        self.question.observe(lambda _: self.runs.clear(), "value")
        buttons = w.HBox([self.go, self.halt, self.status])
        folded = Fold("thresholds, judge, provider", self.switches.fields)
        super().__init__([self.question, self.switches.boxes, folded, buttons, self.table])

    def run(self, _: object = None) -> None:
        """Start a run with the switches as they are; it is shown when it ends."""
        if self.background.running:
            return
        self._name = f"{len(self.runs) + 1}. {self.switches}"
        self.status.value = "Running ..."
        self._allow(running=True)
        self.background.start(self.switches.graph, self.question.value, self.switches.kit)

    def _shown(self, trace: Trace, ended: bool) -> None:
        if not ended:
            self.status.value = f"Running: {len(trace.steps)} steps ..."
            return
        self.runs[self._name] = replace(trace, system=self.system)
        names = list(self.runs)
        if len(names) > MOST:
            names = [names[0], *names[1 - MOST :]]
        table = side_by_side({name: self.runs[name] for name in names})
        self.table.value = str(table.data)
        self.status.value = "Stopped." if trace.failed else "Done."
        self._allow(running=False)

    def _allow(self, running: bool) -> None:
        """Let the user stop a run while one is running, and start one while none is."""
        self.go.disabled = running
        self.halt.disabled = not running
