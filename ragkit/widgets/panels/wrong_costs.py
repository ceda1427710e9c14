"""What does a wrong answer cost you? A slider, and the ranking of the systems at that price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import ipywidgets as w
from IPython.display import HTML

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import (
    Outcomes,
    advantage,
    outcomes,
    precision,
    ranking,
    verdict,
)
from ragkit.widgets.charts.value import value_chart
from ragkit.widgets.panels.picture import displayed
from ragkit.widgets.panels.slider import beside
from ragkit.widgets.runs.plain_table import table

HIGHEST = 5.0
"""The highest price of the slider."""
HEAD = ("rank", "system", "value", "correct", "wrong", "abstained", "precision", "less the best")


class WrongCosts(w.VBox):
    """The ranking of an experiment's systems, made anew when the price of a wrong answer changes.

    `rows` are those of the experiment; `price` is where the slider begins. No model is called.
    Where nothing is to be moved, `value_chart(outcomes(rows))` shows all prices at once.
    """

    def __init__(self, rows: Sequence[Row], price: float = 1.0) -> None:
        self.systems = outcomes(rows)
        self.slider = w.FloatSlider(price, min=0, max=HIGHEST, step=0.05)
        self.line, self.table, self.picture = w.HTML(), w.HTML(), w.Output()
        row = beside(self.slider, "What does a wrong answer cost you?", label=18)
        self.slider.observe(self._show, "value")
        self._show()
        super().__init__([row, self.line, self.table, self.picture])

    @property
    def price(self) -> float:
        """The price that is set."""
        return self.slider.value

    def _show(self, _: object = None) -> None:
        self.line.value = (
            f"<p class='rk-note' aria-live='polite'>{escape(verdict(self.systems, self.price))}</p>"
        )
        self.table.value = str(ranking_table(self.systems, self.price).data)
        self.picture.outputs = [displayed(value_chart(self.systems, self.price))]


def ranking_table(systems: Mapping[str, Outcomes], price: float) -> HTML:
    """The systems at a price, the best first: how they end, and how far each is behind.

    *correct*, *wrong* and *abstained* are numbers of questions, *precision* is the fraction of the
    answers that is correct, and *less the best* is the paired difference from the first row.
    """
    ranked = ranking(systems, price)
    rows = []
    for rank, (name, worth) in enumerate(ranked, start=1):
        own = systems[name]
        ends = [one for one in own.values() if one is not None]
        behind = advantage(own, systems[ranked[0][0]], price) if rank > 1 else None
        rows.append(
            [
                rank,
                name,
                worth,
                sum(one.correct for one in ends),
                sum(one.wrong for one in ends),
                sum(one.abstained for one in ends),
                precision(own),
                behind or "",
            ]
        )
    return table(HEAD, rows, f"Where a wrong answer costs {price:g}", digits=1)
