"""Figures of many runs: seconds and tokens by system and node, and the policy rows that fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from IPython.display import HTML

from ragkit.model.meter import Price, Usage, cost
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.bars import STYLE, aside, bar, bars, dots, group, row

QUICK = 0.05
"""Seconds below which all steps of a node have to be for it to have no row of its own."""
KINDS = ("evaluated", "reused", "generated")
COST = "cost, in the price's currency"
NAMELESS = "runs without the name of a system"


def dashboard_figures(traces: Sequence[Trace], price: Price | None = None) -> dict[str, HTML]:
    """The figures by name, if there are runs: `latency` and `tokens` by node, and fired `rules`.

    With a `price` per million tokens, the tokens of each node are also priced.
    """
    if not traces:
        return {}
    return {
        "latency": _latency(traces),
        "rules": _rules(traces),
        "tokens": _tokens(traces, price),
    }


def by_node(traces: Sequence[Trace]) -> dict[str, list[Step]]:
    """Every step of the runs, by its node, in the order in which the nodes first ran."""
    found: dict[str, list[Step]] = {}
    for trace in traces:
        for step in trace.steps:
            found.setdefault(step.node, []).append(step)
    return found


def by_system(traces: Sequence[Trace]) -> dict[str, list[Trace]]:
    """The runs of each system, by its name."""
    found: dict[str, list[Trace]] = {}
    for trace in traces:
        name = trace.system or NAMELESS
        runs = found.setdefault(name, [])
        runs.append(trace)
    return found


def _latency(traces: Sequence[Trace]) -> HTML:
    """One strip of dots for each node, a dot for each step, and the median of the node."""
    every = [step for trace in traces for step in trace.steps]
    longest = max(_timed(every), default=0) or 1
    body = ""
    for system, runs in by_system(traces).items():
        body += group(f"{system} (n={len(runs)})", 3)
        body += _strips(by_node(runs), longest)
    head = ["node", "median", f"seconds of a step: 0 to {longest:.1f}; the bar is the median"]
    table = bars("seconds of a step, by system and node", head, body)
    return HTML(STYLE + table)


def _strips(nodes: Mapping[str, Sequence[Step]], longest: float) -> str:
    """A row for each node that took time; the others are in a line below."""
    body = ""
    quick = []
    silent = []
    for node, steps in nodes.items():
        seconds = _timed(steps)
        name = _counted(node, len(seconds), len(steps))
        if not seconds:
            silent.append(name)
        elif max(seconds) < QUICK:
            quick.append(name)
        else:
            middle = median(seconds)
            strip = dots(seconds, middle, longest)
            body += row(name, [f"{middle:.2f} s"], strip)
    if quick:
        body += aside(f"under {QUICK} s each: {', '.join(quick)}", 3)
    if silent:
        body += aside(f"not timed: {', '.join(silent)}", 3)
    return body


def _timed(steps: Sequence[Step]) -> list[float]:
    """The seconds of steps; a reply from disk takes no time worth knowing."""
    seconds = []
    for step in steps:
        if not step.usage.cached:
            seconds.append(step.seconds)
    return seconds


def _counted(node: str, timed: int, every: int) -> str:
    """A node with the number of its steps that count."""
    cached = every - timed
    if cached:
        return f"{node} (n={timed}, without {cached} from disk)"
    return f"{node} (n={timed})"


def _rules(traces: Sequence[Trace]) -> HTML:
    """One bar for each row of a policy.

    Rows of two policies may have the same text, so each names the node after which it fired.
    """
    counts = Counter[str]()
    for trace in traces:
        for step in trace.steps:
            if step.rule:
                name = f"{step.rule.when} → {step.rule.do} ({step.node})"
                counts[name] += 1
    most = max(counts.values(), default=1)
    body = ""
    for name, count in counts.most_common():
        body += row(name, [str(count)], bar([count], most))
    title = "how often a row of a policy fired" if counts else "no row of a policy fired"
    table = bars(title, ["row", "times", ""], body)
    return HTML(STYLE + table)


def _tokens(traces: Sequence[Trace], price: Price | None) -> HTML:
    """One bar of three parts for each node that asked a model, and what they cost."""
    used = {}
    for system, runs in by_system(traces).items():
        asked = _asked(runs)
        if asked:
            used[system] = asked
    if not used:
        return HTML(STYLE + bars("no model was asked", ["node", "tokens"], ""))
    most = max(use.prompt + use.generated for asked in used.values() for use in asked.values())
    head = ["node", *KINDS, *([COST] if price else []), "tokens"]
    body = ""
    for system, asked in used.items():
        body += group(system, len(head))
        for node, use in asked.items():
            parts = [use.evaluated, use.reused, use.generated]
            numbers = [f"{part:,}" for part in parts]
            if price:
                numbers.append(f"{cost(use, price):,.4f}")
            body += row(node, numbers, bar(parts, most or 1))
    title = f"tokens by system and node, all {len(traces)} runs"
    table = bars(title, head, body, KINDS)
    return HTML(STYLE + table)


def _asked(runs: Sequence[Trace]) -> dict[str, Usage]:
    """What each node that asked a model has used."""
    used = {}
    for node, steps in by_node(runs).items():
        usages = [step.usage for step in steps]
        use = sum(usages, Usage())
        if use.calls:
            used[node] = use
    return used
