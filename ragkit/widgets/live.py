"""Ask a question and watch: nodes fill as they finish, and the answer's citations light up their passages."""

from __future__ import annotations

import ipywidgets as w

from ragkit.kit import Kit
from ragkit.trace import Trace
from ragkit.widgets.answer import answer_card
from ragkit.widgets.background import Background
from ragkit.widgets.route_map import route_map
from ragkit.widgets.switches import Switches


class Live(w.VBox):
    """A question box on a kit. `trace` is the last run, or what is known of the one under way."""

    def __init__(self, kit: Kit, question: str = "") -> None:
        self.switches = Switches(kit)
        self.question = w.Text(question, placeholder="Ask the documents something", description="question")
        self.question.layout.width = "auto"
        self.go = w.Button(description="Ask", button_style="primary", tooltip="run the graph on this question")
        self.halt = w.Button(description="Stop", disabled=True, tooltip="no further model call begins")
        self.status, self.map, self.answer = w.HTML("Nothing asked yet."), w.HTML(), w.HTML()
        self.trace: Trace | None = None
        self.background = Background(self._shown)
        self.go.on_click(self.ask)
        self.halt.on_click(lambda _: self.background.stop())
        folded = w.Accordion([self.switches.box], titles=["parts, thresholds, provider"], selected_index=None)
        buttons = w.HBox([self.go, self.halt, self.status])
        super().__init__([self.question, folded, buttons, self.map, self.answer])

    def ask(self, _: object = None) -> None:
        """Start a run on the question in the box; it is drawn as it goes."""
        if self.background.running:
            return
        self._graph = self.switches.graph
        self.go.disabled, self.halt.disabled, self.answer.value = True, False, ""
        self.status.value, self.map.value = "Running ...", str(route_map(self._graph).data)
        self.background.start(self._graph, self.question.value, self.switches.kit)

    def _shown(self, trace: Trace, ended: bool) -> None:
        self.trace = trace
        self.map.value = str(route_map(self._graph, trace, None if ended else len(trace.steps)).data)
        if ended:
            self.status.value = "Ended without an answer." if trace.failed else "Done."
            self.answer.value = str(answer_card(trace).data)
            self.go.disabled, self.halt.disabled = False, True
        else:
            self.status.value = f"Running: {len(trace.steps)} steps ..."
