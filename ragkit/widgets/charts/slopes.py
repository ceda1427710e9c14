"""The ranks of passages in one ranking after another: which fusion lifted, and which fell out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.state import Passage
from ragkit.widgets.charts.theme import COLOURS, THEME

LOOKS = (("solid", "circle"), ("dash", "diamond"), ("dot", "square"))
"""Dashes and marks. When all colours are used up, they begin again with the next of these."""


def slope_chart(
    rankings: Mapping[str, Sequence[Passage]], relevant: Collection[str] = (), top: int = 8
) -> go.Figure:
    """One line per passage through the rankings, best on top.

    Passages whose ids are in `relevant` are drawn heavy and starred. Only the first `top` ranks of
    each ranking are drawn. Where a ranker did not find a passage, its line has no mark.
    """
    names = list(rankings)
    places = {
        name: {passage.id: rank for rank, passage in enumerate(ranking[:top], start=1)}
        for name, ranking in rankings.items()
    }
    shown: dict[str, Passage] = {}
    for ranking in rankings.values():
        shown |= {passage.id: passage for passage in ranking[:top]}
    figure = go.Figure()
    for number, (id, passage) in enumerate(shown.items()):
        at = [places[name].get(id) for name in names]
        heavy = id in relevant
        dash, symbol = LOOKS[number // len(COLOURS) % len(LOOKS)]
        figure.add_scatter(
            x=[escape(name) for name in names],
            y=at,
            mode="lines+markers",
            name=("★ " if heavy else "") + escape(passage.place),
            connectgaps=True,
            line={
                "width": 5 if heavy else 1.5,
                "color": COLOURS[number % len(COLOURS)],
                "dash": dash,
            },
            marker={"size": 13 if heavy else 8, "symbol": "star" if heavy else symbol},
        )
    return _laid(figure, height=160 + 34 * top + 24 * len(shown))


def _laid(figure: go.Figure, height: int) -> go.Figure:
    return figure.update_layout(
        template=THEME,
        height=height,
        margin={"l": 10, "r": 10, "t": 30, "b": 30},
        yaxis={"autorange": "reversed", "title": "rank", "dtick": 1, "zeroline": False},
        xaxis={"side": "top"},
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
    )
