"""Quality against cost: one point per system, and a line through the systems that none beats."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import plotly.graph_objects as go

from ragkit.score import Score
from ragkit.widgets.charts.intervals import whiskers
from ragkit.widgets.charts.theme import INK, PALE, TEAL, THEME

Point = tuple[Score, Score]
"""Cost and quality of a system."""
BARS: dict[str, Any] = {"color": PALE}


def frontier(points: Mapping[str, Point], cost: str, quality: str) -> go.Figure:
    """Systems by cost (less is better) and quality, with the intervals of both.

    The line goes through the systems that none beats. A system without a cost or a quality (n=0) is
    left out; what is unknown is not 0.
    """
    points = {name: point for name, point in points.items() if point[0].n and point[1].n}
    means = {name: (costs.mean, scores.mean) for name, (costs, scores) in points.items()}
    best = unbeaten(means)
    figure = go.Figure(layout={"template": THEME, "height": 420, "showlegend": False})
    line = sorted(means[name] for name in best)
    figure.add_scatter(
        x=[x for x, _ in line],
        y=[y for _, y in line],
        mode="lines",
        line={"color": INK, "dash": "dot"},
    )
    figure.add_scatter(
        x=[x for x, _ in means.values()],
        y=[y for _, y in means.values()],
        mode="markers+text",
        text=[escape(name) for name in points],
        textposition="top center",
        cliponaxis=False,
        marker={
            "size": 12,
            "color": TEAL,
            "symbol": ["circle" if name in best else "circle-open" for name in points],
        },
        error_x=BARS | whiskers([costs for costs, _ in points.values()]),
        error_y=BARS | whiskers([scores for _, scores in points.values()]),
        hovertext=[_hover(name, *point) for name, point in points.items()],
        hoverinfo="text",
    )
    figure.update_xaxes(title=escape(cost), rangemode="tozero")
    least = min((scores.low for _, scores in points.values()), default=0.0)
    return figure.update_yaxes(title=escape(quality), range=[min(0.0, least) - 0.02, 1.08])


def _hover(name: str, cost: Score, quality: Score) -> str:
    return f"{escape(name)}<br>cost {cost}<br>quality {quality}"


def unbeaten(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """The names of the points (cost, quality) that no other point beats.

    A point beats another that is not the same when it costs no more and is at least as good.

    >>> unbeaten({"cheap": (1, 0.2), "dear": (9, 0.8), "waste": (9, 0.5)})
    ['cheap', 'dear']
    """
    best = []
    for name, point in points.items():
        if not any(_beats(other, point) for other in points.values()):
            best.append(name)
    return best


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether one (cost, quality) is as cheap and as good as another, and not the same."""
    cheap = one[0] <= other[0]
    good = one[1] >= other[1]
    return cheap and good and one != other
