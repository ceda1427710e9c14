"""The heat map of failures: benchmarks by failure mode (tiered, figure 5)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.failures.tally import COLUMNS, Tally
from ragkit.widgets.charts.theme import RUST, THEME

COLOURS = ((0.0, "#c3d0d1"), (1.0, RUST))
"""The colours of no failure, and of nothing but failures of one mode."""


def failure_map(benchmarks: Sequence[Tally]) -> go.Figure:
    """A row for each benchmark, a column for each failure mode and for what is unlabelled.

    The number in a cell counts wrong answers. The colour is their share of the graded runs of the
    row, so that rows of different sizes can be compared. A row's label has both totals.
    """
    shares = []
    counts = []
    for one in benchmarks:
        shares.append([one.share(column) for column in COLUMNS])
        counts.append([str(one.modes[column] or "") for column in COLUMNS])
    figure = go.Figure(
        go.Heatmap(
            z=shares,
            x=list(COLUMNS),
            y=[_label(one) for one in benchmarks],
            text=counts,
            texttemplate="%{text}",
            colorscale=COLOURS,
            zmin=0,
            xgap=2,
            ygap=2,
            colorbar={"title": "share of runs", "tickformat": ".0%"},
            hovertemplate="%{y}<br>%{x}: %{text} wrong, %{z:.1%} of the runs<extra></extra>",
        )
    )
    return figure.update_layout(
        template=THEME,
        height=220 + 34 * len(benchmarks),
        margin={"l": 10, "r": 20, "t": 50, "b": 110},
        title="How wrong answers failed" if benchmarks else "no runs to show",
        xaxis={"type": "category"},
        yaxis={"type": "category", "autorange": "reversed", "automargin": True},
    )


def _label(one: Tally) -> str:
    return f"{escape(one.name)} ({one.wrong} wrong of {one.n})"
