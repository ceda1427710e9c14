"""Ask a question and watch the run: nodes fill as they finish, and then comes the answer."""

from __future__ import annotations

import ipywidgets as w

from ragkit.kit import Kit
from ragkit.trace import Trace
from ragkit.widgets.panels.background import Background
from ragkit.widgets.panels.switches import Switches
from ragkit.widgets.runs.answer import answer_card
from ragkit.widgets.runs.route_map import route_map

ANSWER_HEIGHT = "260px"
"""Largest height of the answer card, which scrolls beyond it.

With this height, question, answer and map are all in view on a screen of 1366 x 768.
"""


class Live(w.VBox):
    """A question box on a kit, with the answer and a compact route map below it.

    `trace` is the last run, or what is known of the one under way.
    """

    def __init__(self, kit: Kit, question: str = "") -> None:
        self.switches = Switches(kit)
        self.question = w.Text(
            question,
            placeholder="Ask the documents something",
            description="question",
            layout=w.Layout(width="auto"),
        )
        self.go = w.Button(
            description="Ask",
            button_style="primary",
            tooltip="run the graph on this question",
        )
        self.halt = w.Button(
            description="Stop",
            disabled=True,
            tooltip="end the run, and the model call under way",
        )
        self.status = w.HTML("Nothing asked yet.")
        # A flex item shrinks to nothing unless its own height is kept.
        self.answer = w.HTML(
            layout=w.Layout(max_height=ANSWER_HEIGHT, overflow="auto", flex="0 0 auto")
        )
        self.map = w.HTML()
        self.trace: Trace | None = None
        self.background = Background(self._shown)
        self.go.on_click(self.ask)
        self.halt.on_click(lambda _: self.background.stop())
        buttons = w.HBox([self.go, self.halt, self.status])
        folded = w.Accordion(
            [self.switches.box],
            titles=["parts, thresholds, provider"],
            selected_index=None,
        )
        super().__init__([self.question, buttons, self.answer, self.map, folded])

    def ask(self, _: object = None) -> None:
        """Start a run on the question in the box; it is drawn as it goes."""
        if self.background.running:
            return
        self._graph = self.switches.graph
        self.go.disabled = True
        self.halt.disabled = False
        self.answer.value = ""
        self.status.value = "Running ..."
        self._draw(None)
        self.background.start(self._graph, self.question.value, self.switches.kit)

    def _shown(self, trace: Trace, ended: bool) -> None:
        self.trace = trace
        count = len(trace.steps)
        if not ended:
            self._draw(trace, at=count)
            self.status.value = f"Running: {count} steps ..."
            return
        self._draw(trace)
        self.status.value = "Ended without an answer." if trace.failed else "Done."
        folder = self.switches.kit.corpus.folder
        self.answer.value = str(answer_card(trace, folder).data)
        self.go.disabled = False
        self.halt.disabled = True

    def _draw(self, trace: Trace | None, at: int | None = None) -> None:
        drawing = route_map(
            self._graph,
            trace,
            at,
            compact=True,
        )
        self.map.value = str(drawing.data)
