"""A field for a route or an order: a button for each step, pressed one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import TraitError, Tuple, validate

from ragkit.widgets.runs.predicted import BETWEEN, NOTHING


class RouteField(w.VBox):
    """What was pressed so far, and the buttons; a step can be pressed again."""

    value = Tuple()
    """The steps in their order."""

    def __init__(self, name: str, steps: Sequence[str]) -> None:
        self.name, self.steps = name, tuple(steps)
        self.shown = w.HTML()
        self.buttons = [_button(step, f"{name}: {step} comes next") for step in steps]
        for button in self.buttons:
            button.on_click(partial(self._add, button.description))
        self.back = _button("take back", f"{name}: take back the last step")
        self.back.on_click(self._take_back)
        row = w.HBox([*self.buttons, self.back], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([self.shown, row])
        self.observe(self._show, "value")
        self._show()

    @validate("value")
    def _known(self, proposal: dict[str, Any]) -> tuple[str, ...]:
        chosen = tuple(proposal["value"])
        unknown = set(chosen) - set(self.steps)
        if unknown:
            raise TraitError(f"no such steps: {unknown}")
        return chosen

    def _add(self, step: str, _: object) -> None:
        self.value = (*self.value, step)

    def _take_back(self, _: object) -> None:
        self.value = self.value[:-1]

    def _show(self, _: object = None) -> None:
        steps = BETWEEN.join(self.value) or NOTHING
        text = escape(f"{self.name}: {steps}")
        # A screen reader says it whenever it changes.
        self.shown.value = f"<span role='status'>{text}</span>"


def _button(text: str, tooltip: str) -> w.Button:
    return w.Button(description=text, tooltip=tooltip, layout=w.Layout(width="auto"))
