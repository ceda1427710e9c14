"""Seconds of a search against the number of passages, both on scales of powers of ten."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.widgets.charts.theme import COLOURS, THEME


def search_seconds(lines: Mapping[str, Mapping[int, float]]) -> go.Figure:
    """A line for each store: the seconds of a search, by the number of passages."""
    figure = go.Figure(layout={"template": THEME, "height": 380})
    for number, (name, seconds) in enumerate(lines.items()):
        sizes = sorted(seconds)
        figure.add_scatter(
            x=sizes,
            y=[seconds[size] for size in sizes],
            name=escape(name),
            mode="lines+markers",
            line={"color": COLOURS[number % len(COLOURS)]},
            marker={"size": 9},
        )
    figure.update_xaxes(title="passages", type="log", dtick=1)
    figure.update_yaxes(title="seconds of a search", type="log", dtick=1)
    return figure.update_layout(
        margin={"l": 10, "r": 10, "t": 30, "b": 30},
        legend={"orientation": "h", "y": -0.25, "yanchor": "top"},
    )
