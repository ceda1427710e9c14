"""A run again, step by step: where it was, what the node read and wrote, and why it went on as it did."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import ipywidgets as w

from ragkit.trace import Graph, Trace
from ragkit.widgets.beside import beside
from ragkit.widgets.route_map import route_map
from ragkit.widgets.step_card import step_card

SECONDS = 1.5
"""Between two steps while it plays."""


class Replay(w.VBox):
    """A slider and a play button over the steps of a run."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        """Raises `ValueError` for a run without steps: there is nothing to replay."""
        if not trace.steps:
            raise ValueError(f"asked to replay a run without steps; it ended with: {trace.failed or trace.answer!r}")
        self.graph, self.trace, self._pause = graph, trace, Event()
        self.play = w.ToggleButton(description="play", layout=w.Layout(width="6rem"))
        self.slider = w.IntSlider(1, 1, len(trace.steps))
        self.map, self.card = w.HTML(), w.HTML()
        self.slider.observe(lambda _: self._show(), "value")
        self.play.observe(self._toggled, "value")
        self._show()
        steps = w.HBox([self.play, beside(self.slider, "step", label=3)], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([steps, self.map, self.card])

    def _show(self) -> None:
        at = self.slider.value
        self.map.value = str(route_map(self.graph, self.trace, at).data)
        self.card.value = str(step_card(self.trace, at).data)

    def _toggled(self, change: dict[str, Any]) -> None:
        """Play, in a thread so that the kernel hears the button when it is let go of; or pause."""
        self._pause.set()
        if change["new"]:
            self._pause = Event()
            Thread(target=self._play, args=(self._pause,), daemon=True).start()

    def _play(self, pause: Event) -> None:
        """A step every so often until the last; from the first again when it began at the last."""
        if self.slider.value == self.slider.max:
            self.slider.value = 1
        while self.slider.value < self.slider.max and not pause.wait(SECONDS):
            self.slider.value += 1
        if not pause.is_set():
            self.play.value = False
