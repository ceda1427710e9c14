"""How much each system differs from one of them: paired differences with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.score import Score
from ragkit.widgets.charts.intervals import in_rows, whiskers
from ragkit.widgets.charts.theme import INK, TEAL


def difference_chart(differences: Mapping[str, Score], title: str) -> go.Figure:
    """One mark per system, about a line at 0.

    A mark is filled where the interval does not contain 0, which shows a difference.
    """
    names = list(differences)[::-1]  # plotly counts rows from the bottom
    scores = [differences[name] for name in names]
    widest = _widest(scores)
    places = 0 if widest > 100 else 2
    dots = go.Scatter(
        x=[score.mean for score in scores],
        y=[f"{escape(name)} (n={differences[name].n})" for name in names],
        mode="markers+text",
        marker={
            "size": 12,
            "color": TEAL,
            "symbol": ["circle" if _shown(score) else "circle-open" for score in scores],
        },
        text=[f"{score.mean:+,.{places}f}" for score in scores],
        textposition="top center",
        hoverinfo="text",
        hovertext=[f"{score}, {'shown' if _shown(score) else 'not shown'}" for score in scores],
        error_x=whiskers(scores),
    )
    axis = {"range": [-1.1 * widest, 1.1 * widest], "zeroline": False}
    figure = in_rows(dots, title, axis)
    return figure.add_vline(x=0, line={"color": INK, "width": 1})


def _shown(difference: Score) -> bool:
    """Whether the interval does not contain 0."""
    contains_zero = difference.low <= 0 <= difference.high
    return difference.n > 1 and not contains_zero


def _widest(differences: Sequence[Score]) -> float:
    """How far the intervals reach from 0."""
    ends = []
    for difference in differences:
        if difference.n:
            ends += [abs(difference.low), abs(difference.high)]
    return max(ends, default=1.0) or 1.0
