"""What a judge gave to cases whose truth is known, and where the threshold cuts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.evaluate.calibration import Calibration

ROWS = ((True, "true", "circle", "#1a7f8e"), (False, "false", "x", "#b3541e"))
LANES = (0.0, 0.16, -0.16, 0.08, -0.08)
"""Heights at which neighbours are drawn, so that equal odds do not hide each other."""


def calibration_plot(
    odds: Sequence[float | None], labels: Sequence[bool], calibration: Calibration, names: Sequence[str] = ()
) -> go.Figure:
    """One mark a case on an axis from 0 to 1: true cases above, false ones below, and the threshold between.

    Ungraded cases (None) are counted in the row's label. `names` say at the mouse pointer which case a mark is.
    """
    cases = list(zip(odds, labels, names or [""] * len(odds), strict=True))
    figure, ticks = go.Figure(), {}
    for height, (wanted, row, symbol, colour) in enumerate(ROWS[::-1]):
        judged = sorted((o, name) for o, label, name in cases if o is not None and bool(label) == wanted)
        ungraded = sum(o is None for o, label, _ in cases if bool(label) == wanted)
        ticks[height] = f"{row} (n={len(judged)}{f', {ungraded} ungraded' if ungraded else ''})"
        figure.add_scatter(
            x=[o for o, _ in judged], y=[height + LANES[i % len(LANES)] for i in range(len(judged))], mode="markers",
            name=row, marker={"size": 11, "symbol": symbol, "color": colour},
            hovertext=[f"{o:.3f} {escape(name)}" for o, name in judged], hoverinfo="text",
        )  # fmt: skip
    figure.add_vline(0.5, line={"dash": "dot", "width": 1, "color": "#888"})
    cut = f"threshold {calibration.threshold:.3f}"
    figure.add_vline(calibration.threshold, line={"width": 3, "color": "#5b4b9e"}, annotation_text=cut)
    return figure.update_layout(
        template="plotly_white", height=300, showlegend=False, margin={"l": 10, "r": 20, "t": 60, "b": 40},
        title=escape(f"balanced accuracy {calibration.tested:.3f} on the half not used, AUC {calibration.auc:.3f}"),
        xaxis={"range": [-0.02, 1.02], "title": "odds that the judge gave"},
        yaxis={"range": [-0.5, 1.6], "tickvals": list(ticks), "ticktext": list(ticks.values()), "automargin": True},
    )  # fmt: skip
