"""Scores with their intervals, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.score import Score


def interval_chart(scores: Mapping[str, Score], title: str) -> go.Figure:
    """One dot a score, with its 95 % interval and its n; what was ungraded stands in the label."""
    rows = list(scores.items())[::-1]  # plotly counts from the bottom
    labels = [f"{escape(name)} (n={s.n}{f', {s.ungraded} ungraded' if s.ungraded else ''})" for name, s in rows]
    above, below = [s.high - s.mean for _, s in rows], [s.mean - s.low for _, s in rows]
    dots = go.Scatter(
        x=[s.mean for _, s in rows], y=labels, mode="markers+text", marker={"size": 11},
        text=[f"{s.mean:.2f}" for _, s in rows], textposition="top center",
        error_x={"array": above, "arrayminus": below}, hovertext=[str(s) for _, s in rows], hoverinfo="text",
    )  # fmt: skip
    height = 130 + 45 * len(rows)
    layout = {"title": escape(title), "height": height, "template": "plotly_white", "xaxis": {"range": [0, 1.02]}}
    return go.Figure(
        dots,
        layout
        | {
            "margin": {"l": 10, "r": 20, "t": 50, "b": 30},
            "yaxis": {"automargin": True, "range": [-0.5, len(rows) - 0.3]},
        },
    )
