"""What each system is worth against the price of a wrong answer: lines that cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

import numpy as np
import plotly.graph_objects as go

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import Outcomes, outcomes, ranking, value
from ragkit.score import Score
from ragkit.widgets.charts.slopes import LOOKS
from ragkit.widgets.charts.theme import COLOURS, INK, THEME

UP_TO = 3.0
"""The highest price that is drawn, unless a higher one is marked."""
STEPS = 60
"""Number of steps of the axis, at each of which the systems are ranked anew."""
BAND, FAINT = 0.12, 0.04
"""Opacity of the band of a line that is best somewhere, and of the others: many hide each other."""


def value_chart(systems: Mapping[str, Outcomes], mark: float | None = None) -> go.Figure:
    """One line a system, from its accuracy downwards; along the top the name of the best one.

    `systems` are outcomes by question (`outcomes`). The band of a line is its 95 % interval. `mark`
    is a price to draw a line at. A system without a graded run is left out.
    """
    taken = {name: own for name, own in systems.items() if value(own, 0).n}
    figure = go.Figure(layout={"template": THEME, "height": 460})
    if not taken:
        return figure.update_layout(title="no graded run")
    prices = np.linspace(0, max(UP_TO, mark or 0), STEPS + 1).tolist()
    best = [ranking(taken, price)[0][0] for price in prices]
    for number, (name, own) in enumerate(taken.items()):
        values = [value(own, price) for price in prices]
        colour = COLOURS[number % len(COLOURS)]
        band = _band(prices, values).update(
            fillcolor=colour, opacity=BAND if name in best else FAINT, legendgroup=escape(name)
        )
        figure.add_trace(band)
        dash, _ = LOOKS[number // len(COLOURS) % len(LOOKS)]
        width = 3 if name in best else 1.5
        figure.add_scatter(
            x=prices,
            y=[one.mean for one in values],
            name=escape(name),
            legendgroup=escape(name),
            line={"color": colour, "dash": dash, "width": width},
            hovertext=[f"{escape(name)} at {p:.2f}: {v}" for p, v in zip(prices, values)],
            hoverinfo="text",
        )
    _add_best(figure, prices, best)
    if mark is not None:
        figure.add_vline(mark, line={"color": INK, "width": 1})
    return _laid(figure)


def worth_figures(rows: Sequence[Row]) -> dict[str, go.Figure]:
    """The chart of graded rows, under the name `value`; nothing where no run is graded."""
    systems = outcomes(rows)
    if not ranking(systems, 0):
        return {}
    return {"value": value_chart(systems)}


def _band(prices: Sequence[float], values: Sequence[Score]) -> go.Scatter:
    """The interval of a line, as an area behind it; the legend switches both."""
    low = [one.low for one in values]
    high = [one.high for one in values]
    return go.Scatter(
        x=[*prices, *reversed(prices)],
        y=[*low, *reversed(high)],
        fill="toself",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def _add_best(figure: go.Figure, prices: Sequence[float], best: Sequence[str]) -> None:
    """The name of the best system along the top, and a dotted line where it changes."""
    start = 0
    for name, group in groupby(best):
        end = start + len(list(group))
        left, right = prices[start], prices[min(end, len(prices) - 1)]
        figure.add_annotation(
            x=(left + right) / 2,
            y=1.06,
            yref="paper",
            text=f"<b>{escape(name)}</b>",
            # Of a name that is best on a short stretch only the middle is there to point at.
            textangle=0 if right - left > len(name) * prices[-1] / 90 else -30,
            showarrow=False,
        )
        if start:
            figure.add_vline(left, line={"color": INK, "width": 1, "dash": "dot"})
        start = end


def _laid(figure: go.Figure) -> go.Figure:
    figure.add_annotation(
        x=0, y=1.14, xref="paper", yref="paper", xanchor="left", showarrow=False, text="worth most:"
    )
    figure.update_xaxes(title="price of a wrong answer (a correct one is worth 1, none 0)")
    figure.update_yaxes(title="value per question", zeroline=True, zerolinecolor=INK)
    return figure.update_layout(
        margin={"l": 10, "r": 25, "t": 70, "b": 30},
        legend={"orientation": "h", "y": -0.2, "yanchor": "top"},
    )
