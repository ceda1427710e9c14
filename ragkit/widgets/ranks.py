"""Where passages stand in one ranking after another: who was lifted by fusion, and who fell out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.state import Passage

COLOURS = ("#1a7f8e", "#b3541e", "#5b4b9e", "#6b7a1f", "#a0246e", "#3d6b35", "#7a5230", "#20558a")

LOOKS = (("solid", "circle"), ("dash", "diamond"), ("dot", "square"))
"""Lines and marks; when the colours have all been used, they come again in the next look."""


def slope_chart(rankings: Mapping[str, Sequence[Passage]], relevant: Collection[str] = (), top: int = 8) -> go.Figure:
    """One line a passage through the rankings, best on top; passages in `relevant` (ids) are drawn heavy and starred.

    Only the first `top` places of each ranking are drawn. A line passes a ranker that did not find its
    passage without a mark.
    """
    names = list(rankings)
    places = {name: {p.id: rank for rank, p in enumerate(ranking[:top], 1)} for name, ranking in rankings.items()}
    shown = {p.id: p for ranking in rankings.values() for p in ranking[:top]}
    figure = go.Figure()
    for number, (id, passage) in enumerate(shown.items()):
        at = [places[name].get(id) for name in names]
        heavy, (dash, symbol) = id in relevant, LOOKS[number // len(COLOURS) % len(LOOKS)]
        figure.add_scatter(
            x=names, y=at, mode="lines+markers", name=("★ " if heavy else "") + escape(passage.place),
            connectgaps=True,
            line={"width": 5 if heavy else 1.5, "color": COLOURS[number % len(COLOURS)], "dash": dash},
            marker={"size": 13 if heavy else 8, "symbol": "star" if heavy else symbol},
        )  # fmt: skip
    return figure.update_layout(
        template="plotly_white", height=160 + 34 * top + 24 * len(shown), margin={"l": 10, "r": 10, "t": 30, "b": 30},
        yaxis={"autorange": "reversed", "title": "rank", "dtick": 1, "zeroline": False}, xaxis={"side": "top"},
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
    )  # fmt: skip
