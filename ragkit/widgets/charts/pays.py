"""Which part pays at which price of a wrong answer: a row a part, from price 0 to the right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

import numpy as np
import plotly.graph_objects as go

from ragkit.evaluate.measures.value import Outcomes, advantage, break_even
from ragkit.widgets.charts.theme import FAINT, RUST, TEAL, THEME

UP_TO, STEPS = 3.0, 60
"""The highest price, and the number of steps to it."""
WORSE, OPEN, BETTER = -1, 0, 1
COLOURS = {WORSE: RUST, OPEN: FAINT, BETTER: TEAL}
MARK = {"symbol": "diamond", "size": 12, "color": "#fff", "line": {"width": 2, "color": "#111"}}
"""The break-even price: white with a black rim is seen on each colour and on each page."""
NAMES = {WORSE: "costs more than it brings", OPEN: "not shown", BETTER: "pays"}


def pays_chart(parts: Mapping[str, tuple[Outcomes, Outcomes]]) -> go.Figure:
    """Where each part pays: the outcomes with it and without it, by its name.

    A stretch is coloured where the 95 % interval of the paired difference in value excludes 0. The
    mark is the break-even price; a part without one has none. Parts that have no question in common
    are left out.
    """
    prices = np.linspace(0, UP_TO, STEPS + 1).tolist()
    names, cells, breaks = [], [], []
    for name, (with_it, without_it) in parts.items():
        crossing = break_even(with_it, without_it)
        if crossing is None:
            continue
        names.append(escape(name))
        cells.append([_shown(with_it, without_it, price) for price in prices])
        breaks.append(crossing.price if 0 < crossing.price <= UP_TO else None)
    figure = go.Figure(layout={"template": THEME, "height": 150 + 34 * len(names)})
    figure.add_heatmap(
        x=prices,
        y=names,
        z=cells,
        zmin=WORSE,
        zmax=BETTER,
        colorscale=steps(COLOURS.values()),
        showscale=False,
        ygap=6,
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=breaks,
        y=names,
        mode="markers",
        name="break-even price",
        marker=MARK,
    )
    return _laid(figure)


def _shown(ours: Outcomes, theirs: Outcomes, price: float) -> int:
    gap = advantage(ours, theirs, price)
    if gap.n < 2:
        return OPEN
    if gap.low > 0:
        return BETTER
    return WORSE if gap.high < 0 else OPEN


def steps(colours: Collection[str]) -> list[tuple[float, str]]:
    """A scale of plain colours, each for one number, without shades in between."""
    scale = []
    share = 1 / len(colours)
    for number, colour in enumerate(colours):
        scale += [(number * share, colour), ((number + 1) * share, colour)]
    return scale


def _laid(figure: go.Figure) -> go.Figure:
    """The figure with the meaning of each colour in its legend, and its axes."""
    for meaning, colour in COLOURS.items():
        marker = {"symbol": "square", "size": 12, "color": colour}
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=NAMES[meaning])
    figure.update_xaxes(title="price of a wrong answer (a correct one is worth 1, none 0)")
    figure.update_yaxes(autorange="reversed", automargin=True)
    return figure.update_layout(
        margin={"l": 10, "r": 20, "t": 40, "b": 30},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )
