"""The pictures of a report: each measure with its intervals, and quality against cost; as PNG files
too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import plotly.graph_objects as go
import plotly.io
from plotly.subplots import make_subplots

from ragkit.evaluate.measures.outcome import outcome
from ragkit.evaluate.measures.risk_coverage import Curve, curve
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.score import Score
from ragkit.widgets.charts.frontier import frontier
from ragkit.widgets.charts.intervals import interval_chart
from ragkit.widgets.charts.risk import risk_chart
from ragkit.widgets.charts.theme import THEME
from ragkit.widgets.charts.value import worth_figures

PICTURED = (
    "value at 1",
    "correct",
    "withheld",
    "faithfulness",
    "hallucination",
    "context relevance",
    "answer relevance",
    "tokens evaluated",
    "seconds",
)
"""Measures that get a picture of their own."""
FRONTIERS = {
    "frontier": ("tokens evaluated", "tokens evaluated per question", "correct"),
    "frontier of routing": (
        "cost of 10,000, critics",
        "dollars for 10,000 questions, critics alone",
        "routing F1",
    ),
    "frontier of faithfulness": (
        "cost of 10,000",
        "dollars for 10,000 questions, all calls",
        "faithfulness",
    ),
}
"""Pictures of cost against quality: the measure of cost, its axis, and the measure of quality."""
GAP = 60
"""Pixels between charts on one sheet: a title and an axis."""
WIDTH, SCALE = 900, 2
"""Of a PNG: pixels of the drawing, and of the file for each of them."""


class NoBrowser(RuntimeError):
    """A picture cannot be drawn as a PNG; the message says what to install."""


def all_figures(rows: Sequence[Row]) -> dict[str, go.Figure]:
    """Value against price, a picture of each measure, all of them together, risk against coverage,
    and the cost-quality frontiers."""
    found, figures = scores(rows), worth_figures(rows)
    for name in PICTURED:
        taken = {system: own[name] for system, own in found.items() if name in own}
        if any(one.n for one in taken.values()):
            figures[name] = interval_chart(taken, name)
    measured = {name: figure for name, figure in figures.items() if name in PICTURED}
    if measured:
        figures["all together"] = together(measured)
    if curves := _curves(rows):
        figures["risk and coverage"] = risk_chart(curves)
    for title, (cost, per, quality) in FRONTIERS.items():
        points = _points(found, cost, quality)
        if points:
            figures[title] = frontier(points, per, quality)
    return figures


def _curves(rows: Sequence[Row]) -> dict[str, Curve]:
    """Risk against coverage of each system whose runs have odds; what it withheld has no grade."""
    curves = {}
    for system in dict.fromkeys(row.system for row in rows):
        own = [row for row in rows if row.system == system and outcome(row) is not None]
        odds = [None if row.refused else row.odds for row in own]
        correct = [one.correct for one in map(outcome, own) if one is not None]
        if any(one is not None for one in odds):
            curves[system] = curve(odds, correct)
    return curves


def _points(
    found: Mapping[str, Mapping[str, Score]], cost: str, quality: str
) -> dict[str, tuple[Score, Score]]:
    """Cost and quality of each system that has both; none where nothing costs anything."""
    points = {}
    for system, own in found.items():
        if cost in own and quality in own:
            points[system] = (own[cost], own[quality])
    if not any(costs.mean > 0 for costs, _ in points.values()):
        return {}
    return points


def together(figures: Mapping[str, go.Figure]) -> go.Figure:
    """Interval charts below each other, on one sheet."""
    heights = [figure.layout.height for figure in figures.values()]
    sheet = make_subplots(
        len(figures),
        1,
        subplot_titles=list(figures),
        row_heights=heights,
        vertical_spacing=GAP / sum(heights),
    )
    for row, figure in enumerate(figures.values(), start=1):
        sheet.add_trace(figure.data[0], row=row, col=1)
        sheet.update_xaxes(range=figure.layout.xaxis.range, row=row)
        sheet.update_yaxes(range=figure.layout.yaxis.range, automargin=True, row=row)
    return sheet.update_layout(
        height=sum(heights),
        template=THEME,
        showlegend=False,
        margin={"l": 10, "r": 20, "t": 40},
    )


def write_pngs(figures: Mapping[str, go.Figure], folder: Path) -> list[Path]:
    """Each picture as a PNG file in a folder, named as its measure is; their paths.

    A browser draws them: raises `NoBrowser` where neither Chrome nor Chromium is installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{name.replace(' ', '-')}.png" for name in figures]
    try:
        heights = [figure.layout.height for figure in figures.values()]
        plotly.io.write_images(
            list(figures.values()), files, width=WIDTH, height=heights, scale=SCALE
        )
    except RuntimeError as error:
        raise NoBrowser(
            f"asked for {len(files)} pictures as PNG, which Chrome or Chromium draws, and found "
            "neither; install one (Debian: `apt-get install chromium`), or use the pictures in "
            "report.html"
        ) from error
    return files
