"""Risk against coverage: how many of the answers are wrong, if only the surest are given."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.measures.risk_coverage import PRECISIONS, Curve
from ragkit.widgets.charts.theme import COLOURS, INK, THEME


def risk_chart(curves: Mapping[str, Curve]) -> go.Figure:
    """One line for each kind of odds, from its surest answer to all of them.

    Dotted lines are the risks at which 90 and 95 % of the answers are correct.
    """
    figure = go.Figure(layout={"template": THEME, "height": 420})
    for number, (name, curve) in enumerate(curves.items()):
        figure.add_scatter(
            x=curve.coverage,
            y=curve.risk,
            name=f"{escape(name)} (area {curve.area:.2f})",
            mode="lines",
            line={"color": COLOURS[number % len(COLOURS)], "shape": "hv"},
        )
    for precision in PRECISIONS:
        figure.add_hline(
            1 - precision,
            line={"color": INK, "width": 1, "dash": "dot"},
            annotation_text=f"{precision:.0%} correct",
        )
    figure.update_xaxes(title="coverage: fraction of the questions answered", range=[0, 1])
    figure.update_yaxes(title="risk: fraction of the answers that is wrong", range=[0, 1])
    return figure.update_layout(
        margin={"l": 10, "r": 10, "t": 30, "b": 30},
        legend={"orientation": "h", "y": -0.2, "yanchor": "top"},
    )
