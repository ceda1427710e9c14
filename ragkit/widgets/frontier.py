"""Quality against cost: a point a system, and a line through those that no other system beats in both."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.score import Score

Point = tuple[Score, Score]
"""Cost and quality of a system."""


def frontier(points: Mapping[str, Point], cost: str, quality: str) -> go.Figure:
    """Systems by what they cost (less is better) and how good they are, with the interval of each quality."""
    best = unbeaten({name: (c.mean, q.mean) for name, (c, q) in points.items()})
    figure = go.Figure(layout={"template": "plotly_white", "height": 420, "showlegend": False})
    line = sorted((points[name][0].mean, points[name][1].mean) for name in best)
    figure.add_scatter(
        x=[x for x, _ in line], y=[y for _, y in line], mode="lines", line={"color": "#888", "dash": "dot"}
    )
    figure.add_scatter(
        x=[c.mean for c, _ in points.values()], y=[q.mean for _, q in points.values()], mode="markers+text",
        text=[escape(name) for name in points], textposition="top center", cliponaxis=False,
        marker={"size": 12, "color": "#1a7f8e", "symbol": ["circle" if n in best else "circle-open" for n in points]},
        error_y={
            "array": [q.high - q.mean for _, q in points.values()],
            "arrayminus": [q.mean - q.low for _, q in points.values()], "color": "#9cc5cb",
        },
    )  # fmt: skip
    figure.update_xaxes(title=escape(cost), rangemode="tozero")
    return figure.update_yaxes(title=escape(quality), range=[-0.02, 1.08])


def unbeaten(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """The names of the points that no other beats: none costs as little or less and is better, nor costs less and is as
    good.

    >>> unbeaten({"cheap": (1, 0.2), "dear": (9, 0.8), "waste": (9, 0.5)})
    ['cheap', 'dear']
    """

    def beats(a: tuple[float, float], b: tuple[float, float]) -> bool:
        return a[0] <= b[0] and a[1] >= b[1] and a != b

    return [name for name, point in points.items() if not any(beats(other, point) for other in points.values())]
