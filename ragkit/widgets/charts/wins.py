"""Win, tie and loss rates of two systems, below them what the judge behind them is worth."""

from __future__ import annotations

from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.judging.win_rates import CHANCE, Comparison, doubts
from ragkit.score import Score

RATE, WORTH = "#1a7f8e", "#a05a2c"
"""Colours of the rates, and of the judge's agreement."""


def win_chart(found: Comparison) -> go.Figure:
    """One dot for each rate and each agreement, with its 95 % interval and its n.

    A dashed line at one half shows chance, beside the agreement only: a win rate has no chance
    level. The marks of the rates are open, and the title says so, where the rates show nothing.
    """
    rates = found.rates()
    rows = [
        (f"{found.a} preferred", rates["a"], RATE),
        ("tie", rates["tie"], RATE),
        (f"{found.b} preferred", rates["b"], RATE),
        ("agrees with the reference", found.agreement, WORTH),
        ("the same, balanced", found.balanced, WORTH),
    ][::-1]  # plotly counts rows from the bottom
    nothing = bool(doubts(found))
    scores = [score for _, score, _ in rows]
    dots = go.Scatter(
        x=[score.mean if score.n else None for score in scores],
        y=[f"{escape(name)} (n={score.n})" for name, score, _ in rows],
        mode="markers+text",
        marker={
            "size": 12,
            "color": [colour for *_, colour in rows],
            "symbol": [_symbol(colour, nothing) for *_, colour in rows],
        },
        text=[f"{score.mean:.2f}" if score.n else "not known" for score in scores],
        textposition="top center",
        hovertext=[str(score) for score in scores],
        hoverinfo="text",
        error_x={
            "array": [_reach(score.high, score.mean, score) for score in scores],
            "arrayminus": [_reach(score.mean, score.low, score) for score in scores],
            "color": "#999",
        },
    )
    figure = go.Figure(dots).update_layout(
        title=escape(_title(found, nothing)),
        height=130 + 45 * len(rows),
        template="plotly_white",
        margin={"l": 10, "r": 20, "t": 50, "b": 30},
        xaxis={"range": [-0.02, 1.02]},
        yaxis={"automargin": True, "range": [-0.5, len(rows) - 0.3]},
    )
    # The two rows of the agreement are the lowest ones.
    line = {"color": "#666", "width": 1, "dash": "dash"}
    return figure.add_shape(type="line", x0=CHANCE, x1=CHANCE, y0=-0.5, y1=1.5, line=line)


def _title(found: Comparison, nothing: bool) -> str:
    title = f"{found.a} against {found.b}, by {found.asker.judge}"
    return f"{title}: the rates show nothing" if nothing else title


def _symbol(colour: str, nothing: bool) -> str:
    is_open = nothing and colour == RATE
    return "circle-open" if is_open else "circle"


def _reach(above: float, below: float, score: Score) -> float | None:
    """How far an interval reaches; None where there is none."""
    return above - below if score.n else None
