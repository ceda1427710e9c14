"""Quality against cost, with prices to move and a choice of whose calls are counted."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as w

from ragkit.evaluate.measures.prices import priced
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.settings import Price
from ragkit.widgets.charts.frontier import Point, frontier
from ragkit.widgets.panels.picture import displayed

CALLS = {"critics alone": "cost of 10,000, critics", "all calls": "cost of 10,000"}
"""Whose calls are counted, and the measure of their cost."""
QUALITIES = ("routing F1", "faithfulness", "correct", "value at 1")
USUAL = Price(0.40, 0.10, 1.60)
"""Dollars per million tokens at the start."""


class CostFrontier(w.VBox):
    """The frontier of an experiment's systems, drawn anew when a price or a choice changes.

    `rows` are those of the experiment. No model is called.
    """

    def __init__(self, rows: Sequence[Row], price: Price = USUAL) -> None:
        self.rows = list(rows)
        self.calls = w.Dropdown(options=list(CALLS), description="cost of")
        self.quality = w.Dropdown(options=QUALITIES, description="quality")
        self.prices = {}
        for name, value in price._asdict().items():
            self.prices[name] = _field(name, value)
        self.picture = w.Output()
        chosen = [self.calls, self.quality, *self.prices.values()]
        for one in chosen:
            one.observe(self._draw, "value")
        self._draw()
        row = w.HBox(chosen, layout=w.Layout(flex_flow="row wrap"))
        super().__init__([row, self.picture])

    @property
    def points(self) -> dict[str, Point]:
        """Cost and quality of each system that has both, at the prices in the fields."""
        values = [field.value for field in self.prices.values()]
        rows = priced(self.rows, Price(*values))
        cost = CALLS[self.calls.value]
        quality = self.quality.value
        points = {}
        for system, own in scores(rows).items():
            if cost in own and quality in own:
                points[system] = (own[cost], own[quality])
        return points

    def _draw(self, _: object = None) -> None:
        title = f"dollars for 10,000 questions, {self.calls.value}"
        figure = frontier(self.points, title, self.quality.value)
        self.picture.outputs = [displayed(figure)]


def _field(name: str, value: float) -> w.BoundedFloatText:
    """A field for the price of a million tokens."""
    return w.BoundedFloatText(
        value,
        min=0,
        max=1000,
        step=0.05,
        description=f"{name}, $",
        style={"description_width": "8rem"},
        layout=w.Layout(width="15rem"),
    )
