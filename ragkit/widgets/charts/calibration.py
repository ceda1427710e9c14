"""The odds that a judge gave to cases whose truth is known, and where the threshold is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.judging.calibration import Calibration
from ragkit.widgets.charts.theme import COLOURS, INK, RUST, TEAL, THEME

ROWS = ((True, "true", "circle", TEAL), (False, "false", "x", RUST))
LANES = (0.0, 0.16, -0.16, 0.08, -0.08)
"""Offsets of neighbouring marks, so that equal odds do not hide each other."""


def calibration_plot(
    odds: Sequence[float | None],
    labels: Sequence[bool],
    calibration: Calibration,
    names: Sequence[str] = (),
) -> go.Figure:
    """One mark per case on an axis from 0 to 1: true cases above, false ones below.

    Ungraded cases (None) are counted in the row's label. `names` tell at the mouse pointer which
    case a mark is.
    """
    figure, ticks = go.Figure(), {}
    cases = list(zip(odds, labels, names or [""] * len(odds), strict=True))
    for height, (truth, row, symbol, colour) in enumerate(ROWS[::-1]):
        in_row = [(value, name) for value, label, name in cases if bool(label) == truth]
        judged = sorted((value, name) for value, name in in_row if value is not None)
        ungraded = len(in_row) - len(judged)
        left_out = f", {ungraded} ungraded" if ungraded else ""
        ticks[height] = f"{row} (n={len(judged)}{left_out})"
        figure.add_scatter(
            x=[value for value, _ in judged],
            y=[height + LANES[at % len(LANES)] for at in range(len(judged))],
            mode="markers",
            name=row,
            marker={"size": 11, "symbol": symbol, "color": colour},
            hovertext=[f"{value:.3f} {escape(name)}" for value, name in judged],
            hoverinfo="text",
        )
    figure.add_vline(0.5, line={"dash": "dot", "width": 1, "color": INK})
    figure.add_vline(
        calibration.threshold,
        line={"width": 3, "color": COLOURS[2]},
        annotation_text=f"threshold {calibration.threshold:.3f}",
    )
    accuracy = (
        f"balanced accuracy {calibration.tested:.3f} on the half that did not choose the threshold"
    )
    title = escape(f"{accuracy}, AUC {calibration.auc:.3f}")
    return _laid(figure, title, ticks)


def _laid(figure: go.Figure, title: str, ticks: dict[int, str]) -> go.Figure:
    return figure.update_layout(
        template=THEME,
        height=300,
        showlegend=False,
        margin={"l": 10, "r": 20, "t": 60, "b": 40},
        title=title,
        xaxis={"range": [-0.02, 1.02], "title": "odds that the judge gave"},
        yaxis={
            "range": [-0.5, 1.6],
            "tickvals": list(ticks),
            "ticktext": list(ticks.values()),
            "automargin": True,
        },
    )
