"""Win, tie and loss rates of two systems, below them what the judge behind them is worth."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import plotly.graph_objects as go

from ragkit.evaluate.judging.win_rates import CHANCE, Comparison, doubts
from ragkit.score import Score
from ragkit.widgets.charts.intervals import in_rows
from ragkit.widgets.charts.theme import COLOURS, INK, TEAL

RATE, WORTH = TEAL, COLOURS[6]
"""Colours of the rates, and of the judge's agreement."""


class Dot(NamedTuple):
    """One row of the chart."""

    name: str
    score: Score
    colour: str
    symbol: str


def win_chart(found: Comparison) -> go.Figure:
    """One dot for each rate and each agreement, with its 95 % interval and its n.

    A dashed line at one half shows chance, beside the agreement only: a win rate has no chance
    level. The marks of the rates are open, and the title says so, where the rates show nothing.
    """
    nothing = bool(doubts(found))
    title = f"{found.a} against {found.b}, by {found.asker.judge}"
    if nothing:
        title += ": the rates show nothing"
    rows = _rows(found, nothing)[::-1]  # plotly counts rows from the bottom
    figure = in_rows(_dots(rows), title, {"range": [-0.02, 1.02]})
    # The two rows of the agreement are the lowest ones.
    line = {"color": INK, "width": 1, "dash": "dash"}
    return figure.add_shape(type="line", x0=CHANCE, x1=CHANCE, y0=-0.5, y1=1.5, line=line)


def _rows(found: Comparison, nothing: bool) -> list[Dot]:
    rates = found.rates()
    symbol = "circle-open" if nothing else "circle"
    return [
        Dot(f"{found.a} preferred", rates["a"], RATE, symbol),
        Dot("tie", rates["tie"], RATE, symbol),
        Dot(f"{found.b} preferred", rates["b"], RATE, symbol),
        Dot("agrees with the reference", found.agreement, WORTH, "circle"),
        Dot("the same, balanced", found.balanced, WORTH, "circle"),
    ]


def _dots(rows: Sequence[Dot]) -> go.Scatter:
    """The rows as dots with their intervals; what is not known has a text and no dot."""
    scores = [row.score for row in rows]
    return go.Scatter(
        x=[score.mean if score.n else None for score in scores],
        y=[f"{escape(row.name)} (n={row.score.n})" for row in rows],
        mode="markers+text",
        marker={
            "size": 12,
            "color": [row.colour for row in rows],
            "symbol": [row.symbol for row in rows],
        },
        text=[f"{score.mean:.2f}" if score.n else "not known" for score in scores],
        textposition="top center",
        hovertext=[str(score) for score in scores],
        hoverinfo="text",
        error_x={
            "array": [score.high - score.mean if score.n else None for score in scores],
            "arrayminus": [score.mean - score.low if score.n else None for score in scores],
            "color": INK,
        },
    )
