"""A run again, step by step: where it was, what the node read and wrote, and why it went on."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import ipywidgets as w

from ragkit.trace import Graph, Trace
from ragkit.widgets.panels.slider import beside
from ragkit.widgets.runs.replayed import replayed
from ragkit.widgets.runs.route_map import route_map
from ragkit.widgets.runs.step_card import step_card

SECONDS = 1.5
"""Seconds between two steps while it plays."""


class Replay(w.VBox):
    """A slider and a play button over the steps of a run; its map is low, so that the card of the
    step is in view too."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        """Raises `ValueError` for a run without steps: there is nothing to replay."""
        if not trace.steps:
            end = trace.failed or trace.answer
            raise ValueError(f"asked to replay a run without steps; it ended with: {end!r}")
        self.graph, self.trace = graph, trace
        self._pause = Event()
        self.play = w.ToggleButton(description="play", layout=w.Layout(width="6rem"))
        self.slider = w.IntSlider(1, 1, len(trace.steps))
        self.map, self.card = w.HTML(), w.HTML()
        self.slider.observe(lambda _: self._show(), "value")
        self.play.observe(self._toggled, "value")
        self._show()
        field = beside(self.slider, "step", label=3)
        steps = w.HBox([self.play, field], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([steps, self.map, self.card])

    def _show(self) -> None:
        at = self.slider.value
        drawing = route_map(self.graph, self.trace, at, compact=True)
        card = step_card(self.trace, at)
        self.map.value = str(drawing.data)
        self.card.value = str(card.data)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget, and all steps for pages that have no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        page = replayed(self.graph, self.trace)
        bundle["text/html"] = page.data
        return bundle

    def _toggled(self, change: dict[str, Any]) -> None:
        """Play, in a thread so that the kernel hears the button when it is released; or pause."""
        self._pause.set()
        if change["new"]:
            self._pause = Event()
            Thread(target=self._play, args=(self._pause,), daemon=True).start()

    def _play(self, pause: Event) -> None:
        """Go on step by step to the last one; from the first again when it began at the last."""
        if self.slider.value == self.slider.max:
            self.slider.value = 1
        while self.slider.value < self.slider.max and not pause.wait(SECONDS):
            self.slider.value += 1
        if not pause.is_set():
            self.play.value = False
