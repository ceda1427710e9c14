"""Several systems on the same questions: who is right, who abstains, and what each takes in seconds and tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from statistics import median

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ragkit.evaluate.score import score
from ragkit.trace import Trace
from ragkit.widgets.dashboard import Prices, cost

Runs = Mapping[str, Sequence[Trace]]
Right = Mapping[str, Sequence[bool | None]]
Mark = tuple[float | None, str]
"""A value, None where there is none, and what is written beside it."""
Bars = dict[str, list[float]]
"""How far an interval reaches above each value and below."""
RIGHT = "share right (95 %)"
COST = "cost of 10,000 questions, in the prices' currency"
TITLE, ROW = 60, 45
"""Height in pixels of a panel's title with its axis, and of a row: panels stand below each other, so that they can be
read on a narrow screen."""


def compare(outcomes: Runs, right: Right | None = None, prices: Prices | None = None) -> go.Figure:
    """A panel a measure, a row a system: share right by reference, share refused, median seconds, prompt tokens
    evaluated per question; a measure that was taken of no system has no panel.

    `right` says of each run whether it was right, None where nobody could grade it. Seconds are those of runs that
    did not fail and had no reply from disk; tokens of such replies count as when they were new. With `prices` of a
    million tokens (see `cost`) a last panel says what ten thousand questions would cost. Raises `ValueError` when the
    systems had not the same questions, or `right` does not fit the runs.
    """
    _check(outcomes, right)
    marks, bars = _right([right[name] for name in outcomes]) if right is not None else ([], {})
    parts = ({RIGHT: marks} if right is not None else {}) | {
        "share refused": [_refused(runs) for runs in outcomes.values()],
        "median seconds": [_seconds(runs) for runs in outcomes.values()],
        "tokens evaluated per question": [_tokens(runs) for runs in outcomes.values()],
    }
    if prices is not None:
        parts[COST] = [_cost(runs, prices) for runs in outcomes.values()]
    parts = {title: found for title, found in parts.items() if any(value is not None for value, _ in found)} or parts
    height = len(parts) * (TITLE + ROW * max(1, len(outcomes)))
    figure = make_subplots(rows=len(parts), cols=1, subplot_titles=list(parts), vertical_spacing=TITLE / height)
    for panel, (title, marks) in enumerate(parts.items(), start=1):
        _draw(figure, panel, title, marks, bars if title == RIGHT else {})
    return _laid(figure, height, [_label(name, runs, right) for name, runs in outcomes.items()], list(outcomes))


def _check(outcomes: Runs, right: Right | None) -> None:
    counts = {name: len(runs) for name, runs in outcomes.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"asked to compare runs on the same questions, got numbers of runs {counts}")
    asked = [{run.question for run in runs} for runs in outcomes.values()]
    if odd := sorted(q for q in set().union(*asked) if not all(q in questions for questions in asked)):
        raise ValueError(f"asked to compare runs on the same questions, got {odd[0]!r} of some systems only")
    if right is not None and (graded := {name: len(of) for name, of in right.items()}) != counts:
        raise ValueError(f"asked for a grade a run: the runs are {counts}, the grades {graded}")


def _refused(runs: Sequence[Trace]) -> Mark:
    refused = sum(run.refused for run in runs)
    return (refused / len(runs), f"{refused / len(runs):.2f} (n={len(runs)})") if runs else (None, "")


def _seconds(runs: Sequence[Trace]) -> Mark:
    real = [run.seconds for run in runs if not run.failed and not run.usage.cached]
    return (median(real), f"{median(real):.1f} s (n={len(real)})") if real else (None, "")


def _tokens(runs: Sequence[Trace]) -> Mark:
    evaluated = sum(run.usage.evaluated for run in runs)
    return (evaluated / len(runs), f"{evaluated / len(runs):,.0f} (n={len(runs)})") if runs else (None, "")


def _cost(runs: Sequence[Trace], prices: Prices) -> Mark:
    each = 10_000 * cost(runs, prices) / len(runs) if runs else None
    return (None, "") if each is None else (each, f"{each:,.2f} (n={len(runs)})")


def _right(right: Sequence[Sequence[bool | None]]) -> tuple[list[Mark], Bars]:
    """The share of each system's runs that were right, and its interval."""
    scores = [score([None if one is None else float(one) for one in grades]) for grades in right]
    marks: list[Mark] = [(s.mean, f"{s.mean:.2f} (n={s.n})") if s.n else (None, "") for s in scores]
    return marks, {"array": [s.high - s.mean for s in scores], "arrayminus": [s.mean - s.low for s in scores]}


def _draw(figure: go.Figure, panel: int, title: str, marks: Sequence[Mark], bars: Bars) -> None:
    """A mark a row, its words towards the middle; a row without a value stays empty, and its label says why."""
    values = [value for value, _ in marks]
    most = 1.0 if title.startswith("share") else max(filter(None, values), default=1.0)
    sides = ["top left" if (value or 0) > most / 2 else "top right" for value in values]
    figure.add_scatter(
        x=values, y=list(range(len(marks))), mode="markers+text", text=[said for _, said in marks],
        textposition=sides, cliponaxis=False, error_x=bars, marker={"size": 11, "color": "#1a7f8e"},
        row=panel, col=1,
    )  # fmt: skip
    figure.update_xaxes(range=[-0.05 * most, 1.05 * most], row=panel)


def _label(name: str, runs: Sequence[Trace], right: Right | None) -> str:
    """A system's name, and what its numbers leave out."""
    counts = {
        "ungraded": sum(one is None for one in right[name]) if right is not None else 0,
        "failed": sum(bool(run.failed) for run in runs),
        "with replies from disk": sum(run.usage.cached > 0 for run in runs),
    }
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{escape(name)} (n={len(runs)}{left_out})"


def _laid(figure: go.Figure, height: int, labels: Sequence[str], names: Sequence[str]) -> go.Figure:
    """The first panel says of each system what its numbers leave out; the others name it."""
    rows = max(1, len(labels))
    figure.update_yaxes(
        tickvals=list(range(len(labels))), ticktext=[escape(name) for name in names], automargin=True,
        range=[rows - 0.5, -0.7],
    )  # fmt: skip
    figure.update_yaxes(ticktext=[label.replace(" (", "<br>(", 1) for label in labels], row=1)
    figure.update_annotations(font_size=13)
    return figure.update_layout(
        template="plotly_white", height=height, margin={"l": 10, "r": 30, "t": 40, "b": 30}, showlegend=False,
        title=None if labels else "no systems to compare",
    )  # fmt: skip
