"""Several systems on the same questions: how often each is right or abstains, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from statistics import median

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ragkit.model.meter import Usage, cost
from ragkit.score import score
from ragkit.settings import Price
from ragkit.trace import Trace

Runs = Mapping[str, Sequence[Trace]]
Right = Mapping[str, Sequence[bool | None]]
Mark = tuple[float | None, str]
"""A value, None where there is none, and the words beside it."""
NOTHING: Mark = (None, "")
"""The mark of a system of which a measure was not taken."""
Bars = dict[str, list[float]]
"""How far the interval of each value reaches above and below it."""
RIGHT = "share right (95 % interval)"
COST = "cost of 10,000 questions, in the price's currency"
TITLE, ROW = 60, 45
"""Heights in pixels of a panel's title with its axis, and of a row.

Panels are below each other, so that they can be read on a narrow screen.
"""


def compare(outcomes: Runs, right: Right | None = None, price: Price | None = None) -> go.Figure:
    """One panel per measure, one row per system.

    The measures are: share right by reference, share refused, median seconds, prompt tokens
    evaluated per question. A measure that was taken of no system has no panel.

    `right` says of each run whether it was right, and None where it could not be graded. Seconds
    are those of runs that did not fail and had no reply from disk. Tokens of replies from disk
    count as when they were new. With a `price` per million tokens a last panel shows what ten
    thousand questions would cost. Raises `ValueError` when the systems were not asked the same
    questions, or when `right` does not fit the runs.
    """
    _check(outcomes, right)
    parts: dict[str, list[Mark]] = {}
    bars: Bars = {}
    if right is not None:
        parts[RIGHT], bars = _right([right[name] for name in outcomes])
    parts["share refused"] = [_refused(runs) for runs in outcomes.values()]
    parts["median seconds"] = [_seconds(runs) for runs in outcomes.values()]
    parts["tokens evaluated per question"] = [_tokens(runs) for runs in outcomes.values()]
    if price is not None:
        parts[COST] = [_cost(runs, price) for runs in outcomes.values()]
    taken = {title: marks for title, marks in parts.items() if any(map(_value, marks))}
    parts = taken or parts
    height = len(parts) * (TITLE + ROW * max(1, len(outcomes)))
    figure = make_subplots(
        rows=len(parts), cols=1, subplot_titles=list(parts), vertical_spacing=TITLE / height
    )
    for panel, (title, marks) in enumerate(parts.items(), start=1):
        _draw(figure, panel, title, marks, bars if title == RIGHT else {})
    labels = [_label(name, runs, right) for name, runs in outcomes.items()]
    return _laid(figure, height, labels, list(outcomes))


def _value(mark: Mark) -> bool:
    """Whether a mark has a value."""
    return mark[0] is not None


def _check(outcomes: Runs, right: Right | None) -> None:
    counts = {name: len(runs) for name, runs in outcomes.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(
            f"asked to compare runs on the same questions, got numbers of runs {counts}"
        )
    questions = [{run.question for run in runs} for runs in outcomes.values()]
    everywhere = set.intersection(*questions) if questions else set()
    odd = sorted(set().union(*questions) - everywhere)
    if odd:
        raise ValueError(
            f"asked to compare runs on the same questions, got {odd[0]!r} of some systems only"
        )
    if right is None:
        return
    graded = {name: len(grades) for name, grades in right.items()}
    if graded != counts:
        raise ValueError(f"asked for a grade a run: the runs are {counts}, the grades {graded}")


def _refused(runs: Sequence[Trace]) -> Mark:
    if not runs:
        return NOTHING
    share = sum(run.refused for run in runs) / len(runs)
    return share, f"{share:.2f} (n={len(runs)})"


def _seconds(runs: Sequence[Trace]) -> Mark:
    real = [run.seconds for run in runs if not run.failed and not run.usage.cached]
    if not real:
        return NOTHING
    middle = median(real)
    return middle, f"{middle:.1f} s (n={len(real)})"


def _tokens(runs: Sequence[Trace]) -> Mark:
    if not runs:
        return NOTHING
    each = sum(run.usage.evaluated for run in runs) / len(runs)
    return each, f"{each:,.0f} (n={len(runs)})"


def _cost(runs: Sequence[Trace], price: Price) -> Mark:
    if not runs:
        return NOTHING
    usage = sum((run.usage for run in runs), Usage())
    each = 10_000 * cost(usage, price) / len(runs)
    return each, f"{each:,.2f} (n={len(runs)})"


def _right(right: Sequence[Sequence[bool | None]]) -> tuple[list[Mark], Bars]:
    """The share of each system's runs that were right, and its interval."""
    marks: list[Mark] = []
    bars: Bars = {"array": [], "arrayminus": []}
    for grades in right:
        share = score([None if grade is None else float(grade) for grade in grades])
        marks.append((share.mean, f"{share.mean:.2f} (n={share.n})") if share.n else NOTHING)
        bars["array"].append(share.high - share.mean)
        bars["arrayminus"].append(share.mean - share.low)
    return marks, bars


def _draw(figure: go.Figure, panel: int, title: str, marks: Sequence[Mark], bars: Bars) -> None:
    """Draw one mark per row, its words towards the middle.

    A row without a value stays empty; the label of the first panel says why.
    """
    values = [value for value, _ in marks]
    most = 1.0 if title.startswith("share") else max(filter(None, values), default=1.0)
    sides = ["top left" if (value or 0) > most / 2 else "top right" for value in values]
    figure.add_scatter(
        x=values,
        y=list(range(len(marks))),
        mode="markers+text",
        text=[words for _, words in marks],
        textposition=sides,
        cliponaxis=False,
        error_x=bars,
        marker={"size": 11, "color": "#1a7f8e"},
        row=panel,
        col=1,
    )
    figure.update_xaxes(range=[-0.05 * most, 1.05 * most], row=panel)


def _label(name: str, runs: Sequence[Trace], right: Right | None) -> str:
    """A system's name, and how many of its runs the numbers leave out."""
    grades = right[name] if right is not None else []
    counts = {
        "ungraded": sum(grade is None for grade in grades),
        "failed": sum(bool(run.failed) for run in runs),
        "with replies from disk": sum(run.usage.cached > 0 for run in runs),
    }
    left_out = "".join(f", {count} {why}" for why, count in counts.items() if count)
    return f"{escape(name)} (n={len(runs)}{left_out})"


def _laid(figure: go.Figure, height: int, labels: Sequence[str], names: Sequence[str]) -> go.Figure:
    """Lay the panels out. The first one says what each system's numbers leave out."""
    rows = max(1, len(labels))
    figure.update_yaxes(
        tickvals=list(range(len(labels))),
        ticktext=[escape(name) for name in names],
        automargin=True,
        range=[rows - 0.5, -0.7],
    )
    figure.update_yaxes(ticktext=[label.replace(" (", "<br>(", 1) for label in labels], row=1)
    figure.update_annotations(font_size=13)
    return figure.update_layout(
        template="plotly_white",
        height=height,
        margin={"l": 10, "r": 30, "t": 40, "b": 30},
        showlegend=False,
        title=None if labels else "no systems to compare",
    )
