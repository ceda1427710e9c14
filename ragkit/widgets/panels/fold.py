"""What is shown at the press of a button: the keyboard reaches it, unlike an accordion's title."""

from __future__ import annotations

import ipywidgets as w

CLOSED, OPEN = "none", ""


class Fold(w.VBox):
    """A button with a title, and a widget below it that is hidden until the button is pressed."""

    def __init__(self, title: str, inside: w.Box) -> None:
        self.button = w.ToggleButton(description=title, layout=w.Layout(width="auto"))
        self.inside = inside
        self.inside.layout.display = CLOSED
        self.button.observe(self._pressed, "value")
        super().__init__([self.button, inside], layout=w.Layout(align_items="flex-start"))

    def _pressed(self, _: object) -> None:
        self.inside.layout.display = OPEN if self.button.value else CLOSED
