"""What each system differs by from one of them: paired differences with their intervals, about a line at 0."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.score import Score


def difference_chart(differences: Mapping[str, Score], title: str) -> go.Figure:
    """One mark a system: filled where its interval leaves 0 out, so that a difference is shown, and open elsewhere."""
    rows = list(differences.items())[::-1]  # plotly counts from the bottom
    shown = [s.n > 1 and (s.low > 0 or s.high < 0) for _, s in rows]
    widest = max((abs(end) for _, s in rows if s.n for end in (s.low, s.high)), default=1.0) or 1.0
    places = 0 if widest > 100 else 2
    dots = go.Scatter(
        x=[s.mean for _, s in rows], y=[f"{escape(name)} (n={s.n})" for name, s in rows], mode="markers+text",
        marker={"size": 12, "color": "#1a7f8e", "symbol": ["circle" if yes else "circle-open" for yes in shown]},
        text=[f"{s.mean:+,.{places}f}" for _, s in rows], textposition="top center", hoverinfo="text",
        hovertext=[f"{s}{', shown' if yes else ', not shown'}" for (_, s), yes in zip(rows, shown, strict=True)],
        error_x={"array": [s.high - s.mean for _, s in rows], "arrayminus": [s.mean - s.low for _, s in rows]},
    )  # fmt: skip
    figure = go.Figure(dots).update_layout(
        title=escape(title), height=130 + 45 * len(rows), template="plotly_white",
        margin={"l": 10, "r": 20, "t": 50, "b": 30}, xaxis={"range": [-1.1 * widest, 1.1 * widest], "zeroline": False},
        yaxis={"automargin": True, "range": [-0.5, len(rows) - 0.3]},
    )  # fmt: skip
    return figure.add_vline(x=0, line={"color": "#666", "width": 1})
