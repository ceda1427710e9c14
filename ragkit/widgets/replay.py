"""A run again, step by step: where it was, what the node read and wrote, and why it went on as it did."""

from __future__ import annotations

import ipywidgets as w

from ragkit.trace import Graph, Trace
from ragkit.widgets.beside import beside
from ragkit.widgets.route_map import route_map
from ragkit.widgets.step_card import step_card

MILLISECONDS = 1500


class Replay(w.VBox):
    """A slider and a play button over the steps of a run."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        """Raises `ValueError` for a run without steps: there is nothing to replay."""
        if not trace.steps:
            raise ValueError(f"asked to replay a run without steps; it ended with: {trace.failed or trace.answer!r}")
        self.graph, self.trace, most = graph, trace, len(trace.steps)
        self.play = w.Play(value=1, min=1, max=most, interval=MILLISECONDS, tooltip="play the run")
        self.slider = w.IntSlider(1, 1, most)
        w.jslink((self.play, "value"), (self.slider, "value"))
        self.map, self.card = w.HTML(), w.HTML()
        self.slider.observe(lambda _: self._show(), "value")
        self._show()
        steps = w.HBox([self.play, beside(self.slider, "step", label=3)], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([steps, self.map, self.card])

    def _show(self) -> None:
        at = self.slider.value
        self.map.value = str(route_map(self.graph, self.trace, at).data)
        self.card.value = str(step_card(self.trace, at).data)
