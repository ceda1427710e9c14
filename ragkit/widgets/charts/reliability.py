"""Does 0.8 mean eight in ten? Odds against the share of true cases, one line per judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.judging.reliability import Bin
from ragkit.widgets.charts.theme import INK, THEME

DASHES = ("solid", "dash", "dot", "dashdot")
MARKS = ("circle", "diamond", "square", "x")
"""Dashes and marks by which lines differ, as well as by colour."""


def reliability(curves: Mapping[str, Sequence[Bin]]) -> go.Figure:
    """The calibration curve of each judge. On the diagonal, odds equal the share of true cases."""
    figure = go.Figure(
        layout={"template": THEME, "height": 420, "title": "What a judge's odds mean"}
    )
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"color": INK, "width": 1},
        name="perfectly calibrated odds",
    )
    for at, (name, curve) in enumerate(curves.items()):
        figure.add_scatter(
            x=[one.odds for one in curve],
            y=[one.true for one in curve],
            mode="lines+markers",
            name=escape(name),
            line={"dash": DASHES[at % len(DASHES)]},
            marker={"size": 10, "symbol": MARKS[at % len(MARKS)]},
            hovertext=[f"{escape(name)}: {one.true:.2f} of {one.n} true" for one in curve],
            hoverinfo="text",
        )
    figure.update_xaxes(title="odds: mean of a fifth of the cases", range=[-0.02, 1.02])
    return figure.update_yaxes(title="share of these cases that was true", range=[-0.02, 1.05])
