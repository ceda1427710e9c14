"""The pictures of many runs: seconds and tokens by node, and the rows of the policies that fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import median

import plotly.graph_objects as go

from ragkit.meter import Usage
from ragkit.trace import Step, Trace

TOKENS = {"evaluated": "#1a7f8e", "reused": "#9cc5cb", "generated": "#b3541e"}


def dashboard_figures(traces: Sequence[Trace]) -> dict[str, go.Figure]:
    """The pictures by name: `latency` and `tokens` by node, and the policy `rules` that fired; none without runs."""
    return {"latency": _latency(traces), "rules": _rules(traces), "tokens": _tokens(traces)} if traces else {}


def by_node(traces: Sequence[Trace]) -> dict[str, list[Step]]:
    """Every step of the runs, by its node, in the order in which the nodes first ran."""
    steps = [step for trace in traces for step in trace.steps]
    return {node: [step for step in steps if step.node == node] for node in dict.fromkeys(s.node for s in steps)}


def _latency(traces: Sequence[Trace]) -> go.Figure:
    """A strip of steps a node, and its median."""
    figure, middles = go.Figure(layout={"showlegend": False}), dict[str, float | None]()
    for node, steps in by_node(traces).items():
        real = [step.seconds for step in steps if not step.usage.cached]
        disk = f", {len(steps) - len(real)} from disk left out" if len(steps) > len(real) else ""
        middles[label := f"{escape(node)} (n={len(real)}{disk})"] = median(real) if real else None
        figure.add_scatter(x=real, y=[label] * len(real), mode="markers", marker={"color": "#1a7f8e", "opacity": 0.5})
    figure.add_scatter(
        x=list(middles.values()), y=list(middles), mode="markers+text", textposition="top center",
        text=["" if middle is None else f"{middle:.2f} s" for middle in middles.values()],
        marker={"size": 20, "symbol": "line-ns-open", "color": "#b3541e", "line": {"width": 3}},
    )  # fmt: skip
    return _laid(figure, "seconds of a step, by node; the bar is the median", list(middles))


def _rules(traces: Sequence[Trace]) -> go.Figure:
    """A bar a row; rows of two policies may read the same, so each says after which node it fired."""
    moves = [(step.rule, step.node) for trace in traces for step in trace.steps if step.rule]
    fired = Counter(escape(f"{rule.when} → {rule.do} ({node})") for rule, node in moves)
    rows, counts = zip(*fired.most_common(), strict=True) if fired else ((), ())
    figure = go.Figure(go.Bar(x=counts, y=rows, orientation="h", text=counts, marker={"color": "#1a7f8e"}))
    return _laid(figure, "how often a row of a policy fired" if rows else "no row of a policy fired", rows)


def _tokens(traces: Sequence[Trace]) -> go.Figure:
    """Stacked bars, of nodes that asked a model."""
    used = {node: sum((step.usage for step in steps), Usage()) for node, steps in by_node(traces).items()}
    asked = {escape(node): (use.evaluated, use.reused, use.tokens_out) for node, use in used.items() if use.calls}
    figure = go.Figure(layout={"barmode": "stack"})
    for part, (name, colour) in enumerate(TOKENS.items()):
        x, y = [tokens[part] for tokens in asked.values()], list(asked)
        figure.add_bar(x=x, y=y, orientation="h", name=name, marker={"color": colour})
    return _laid(figure, f"tokens by node, all {len(traces)} runs" if asked else "no model was asked", list(asked))


def _laid(figure: go.Figure, title: str, labels: Sequence[str]) -> go.Figure:
    rows = max(1, len(labels))
    return figure.update_layout(
        template="plotly_white", height=130 + 36 * rows, margin={"l": 10, "r": 20, "t": 50, "b": 30}, title=title,
        yaxis={"type": "category", "categoryarray": labels, "range": [rows - 0.5, -0.6], "automargin": True},
    )  # fmt: skip
