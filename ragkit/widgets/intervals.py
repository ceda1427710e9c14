"""Scores with their intervals, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.score import Score


def interval_chart(scores: Mapping[str, Score], title: str) -> go.Figure:
    """One dot a score, with its 95 % interval and its n; what was ungraded stands in the label.

    The axis ends at 1, or where the highest interval does.
    """
    rows = list(scores.items())[::-1]  # plotly counts from the bottom
    most = max((s.high for _, s in rows if s.n and s.high > 1), default=1.0)
    places = 2 if most == 1 else 0 if most > 100 else 1
    labels = [f"{escape(name)} (n={s.n}{f', {s.ungraded} ungraded' if s.ungraded else ''})" for name, s in rows]
    above, below = [s.high - s.mean for _, s in rows], [s.mean - s.low for _, s in rows]
    dots = go.Scatter(
        x=[s.mean for _, s in rows], y=labels, mode="markers+text", marker={"size": 11},
        text=[f"{s.mean:,.{places}f}" for _, s in rows], textposition="top center",
        error_x={"array": above, "arrayminus": below}, hovertext=[str(s) for _, s in rows], hoverinfo="text",
    )  # fmt: skip
    return go.Figure(dots).update_layout(
        title=escape(title), height=130 + 45 * len(rows), template="plotly_white",
        margin={"l": 10, "r": 20, "t": 50, "b": 30}, xaxis={"range": [0, 1.02 * most]},
        yaxis={"automargin": True, "range": [-0.5, len(rows) - 0.3]},
    )  # fmt: skip
