"""Scores with their intervals, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from ragkit.score import Score
from ragkit.widgets.charts.theme import THEME


def interval_chart(scores: Mapping[str, Score], title: str) -> go.Figure:
    """One dot per score, with its 95 % interval, its n, and how many cases were ungraded.

    The axis reaches from 0 to 1, or as far as the intervals do.
    """
    names = list(scores)[::-1]  # plotly counts rows from the bottom
    rows = [scores[name] for name in names]
    most = max((row.high for row in rows if row.n and row.high > 1), default=1.0)
    least = min((row.low for row in rows if row.n and row.low < 0), default=0.0)
    places = _places(most)
    dots = go.Scatter(
        x=[row.mean for row in rows],
        y=[_label(name, scores[name]) for name in names],
        mode="markers+text",
        marker={"size": 11},
        text=[f"{row.mean:,.{places}f}" for row in rows],
        textposition="top center",
        error_x=whiskers(rows),
        hovertext=[str(row) for row in rows],
        hoverinfo="text",
    )
    return in_rows(dots, title, {"range": [1.02 * least, 1.02 * most]})


def whiskers(scores: Sequence[Score]) -> dict[str, list[float]]:
    """How far each interval reaches above and below its mean."""
    return {
        "array": [score.high - score.mean for score in scores],
        "arrayminus": [score.mean - score.low for score in scores],
    }


def in_rows(dots: go.Scatter, title: str, axis: Mapping[str, Any]) -> go.Figure:
    """A figure as high as its dots need, each in a row of its own."""
    count = len(dots.y)
    return go.Figure(dots).update_layout(
        title=escape(title),
        height=130 + 45 * count,
        template=THEME,
        margin={"l": 10, "r": 20, "t": 50, "b": 30},
        xaxis=axis,
        yaxis={"automargin": True, "range": [-0.5, count - 0.3]},
    )


def _label(name: str, score: Score) -> str:
    ungraded = f", {score.ungraded} ungraded" if score.ungraded else ""
    label = escape(name)
    count = f"n={score.n}{ungraded}"
    return f"{label} ({count})"


def _places(most: float) -> int:
    """Decimal places of the numbers on an axis that ends at `most`."""
    if most == 1:
        return 2
    return 0 if most > 100 else 1
