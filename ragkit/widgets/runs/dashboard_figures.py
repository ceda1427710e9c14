"""Figures of many runs: seconds and tokens by node, and the policy rows that fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import median

import plotly.graph_objects as go

from ragkit.model.meter import Usage
from ragkit.text.printable import printable
from ragkit.trace import Step, Trace
from ragkit.widgets.charts.theme import PALE, RUST, TEAL, THEME

STEP = TEAL
MEDIAN = RUST
TOKENS = {"evaluated": TEAL, "reused": PALE, "generated": RUST}


def dashboard_figures(traces: Sequence[Trace]) -> dict[str, go.Figure]:
    """The figures by name, if there are runs: `latency` and `tokens` by node, and fired `rules`."""
    if not traces:
        return {}
    return {
        "latency": _latency(traces),
        "rules": _rules(traces),
        "tokens": _tokens(traces),
    }


def by_node(traces: Sequence[Trace]) -> dict[str, list[Step]]:
    """Every step of the runs, by its node, in the order in which the nodes first ran."""
    found: dict[str, list[Step]] = {}
    for trace in traces:
        for step in trace.steps:
            found.setdefault(step.node, []).append(step)
    return found


def _latency(traces: Sequence[Trace]) -> go.Figure:
    """One strip of points for each node, a point for each step, and the median of the node."""
    figure = go.Figure(layout={"showlegend": False})
    medians: dict[str, float | None] = {}
    for node, steps in by_node(traces).items():
        # A reply from disk takes no time worth knowing.
        seconds = [step.seconds for step in steps if not step.usage.cached]
        label = _strip_label(node, len(seconds), len(steps) - len(seconds))
        medians[label] = median(seconds) if seconds else None
        figure.add_scatter(
            x=seconds,
            y=[label] * len(seconds),
            mode="markers",
            marker={"color": STEP, "opacity": 0.5},
        )
    figure.add_scatter(
        x=list(medians.values()),
        y=list(medians),
        mode="markers+text",
        textposition="top center",
        text=list(map(_seconds, medians.values())),
        marker={"size": 20, "symbol": "line-ns-open", "color": MEDIAN, "line": {"width": 3}},
    )
    title = "seconds of a step, by node; the bar is the median"
    return _with_layout(figure, title, list(medians))


def _strip_label(node: str, count: int, cached: int) -> str:
    numbers = f"n={count}"
    if cached:
        numbers += f", without {cached} from disk"
    return f"{_label(node)} ({numbers})"


def _label(text: str) -> str:
    """A text of a file, which may contain anything, for a figure."""
    return escape(printable(text))


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s"


def _rules(traces: Sequence[Trace]) -> go.Figure:
    """One bar for each row of a policy.

    Rows of two policies may have the same text, so each names the node after which it fired.
    """
    counts = Counter[str]()
    for trace in traces:
        for step in trace.steps:
            if step.rule:
                row = f"{step.rule.when} → {step.rule.do} ({step.node})"
                counts[_label(row)] += 1
    fired = dict(counts.most_common())
    rows = tuple(fired)
    times = tuple(fired.values())
    bar = go.Bar(
        x=times,
        y=rows,
        orientation="h",
        text=times,
        marker={"color": STEP},
    )
    title = "how often a row of a policy fired" if rows else "no row of a policy fired"
    return _with_layout(go.Figure(bar), title, rows)


def _tokens(traces: Sequence[Trace]) -> go.Figure:
    """One stacked bar for each node that asked a model."""
    used: dict[str, Usage] = {}
    for node, steps in by_node(traces).items():
        use = sum((step.usage for step in steps), Usage())
        if use.calls:
            used[_label(node)] = use
    nodes = list(used)
    figure = go.Figure(layout={"barmode": "stack"})
    for kind, colour in TOKENS.items():
        figure.add_bar(
            x=[getattr(use, kind) for use in used.values()],
            y=nodes,
            orientation="h",
            name=kind,
            marker={"color": colour},
        )
    title = f"tokens by node, all {len(traces)} runs" if nodes else "no model was asked"
    return _with_layout(figure, title, nodes)


def _with_layout(figure: go.Figure, title: str, labels: Sequence[str]) -> go.Figure:
    """The figure with its title, and as high as its rows need."""
    rows = max(1, len(labels))
    return figure.update_layout(
        template=THEME,
        height=130 + 36 * rows,
        margin={"l": 10, "r": 20, "t": 50, "b": 30},
        title=title,
        yaxis={
            "type": "category",
            "categoryarray": labels,
            "range": [rows - 0.5, -0.6],
            "automargin": True,
        },
    )
