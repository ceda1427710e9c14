"""Figures of many runs: seconds and tokens by system and node, and the policy rows that fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from IPython.display import HTML

from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.bars import STYLE, aside, bar, bars, dots, group, row

QUICK = 0.05
"""Seconds below which all steps of a node have to be for it to have no row of its own."""
KINDS = ("evaluated", "reused", "generated")
NAMELESS = "runs without the name of a system"


def dashboard_figures(traces: Sequence[Trace]) -> dict[str, HTML]:
    """The figures by name, if there are runs: `latency` and `tokens` by node, and fired `rules`."""
    if not traces:
        return {}
    drawn = {"latency": _latency(traces), "rules": _rules(traces), "tokens": _tokens(traces)}
    return {name: HTML(STYLE + table) for name, table in drawn.items()}


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
        found.setdefault(trace.system or NAMELESS, []).append(trace)
    return found


def _latency(traces: Sequence[Trace]) -> str:
    """One strip of dots for each node, a dot for each step, and the median of the node."""
    longest = max((_slowest(steps) for steps in by_node(traces).values()), default=0) or 1
    body = ""
    for system, runs in by_system(traces).items():
        body += group(f"{system} (n={len(runs)})", 3)
        quick, silent = [], []
        for node, steps in by_node(runs).items():
            seconds = _timed(steps)
            name = f"{node} ({_count(steps, seconds)})"
            if not seconds:
                silent.append(name)
            elif max(seconds) < QUICK:
                quick.append(name)
            else:
                middle = median(seconds)
                drawn = dots(seconds, middle, longest)
                body += row(name, [f"{middle:.2f} s"], drawn)
        body += _folded(f"under {QUICK} s each", quick) + _folded("not timed", silent)
    head = ["node", "median", f"seconds of a step: 0 to {longest:.1f}; the bar is the median"]
    return bars("seconds of a step, by system and node", head, body)


def _timed(steps: Sequence[Step]) -> list[float]:
    """The seconds of steps; a reply from disk takes no time worth knowing."""
    return [step.seconds for step in steps if not step.usage.cached]


def _slowest(steps: Sequence[Step]) -> float:
    return max(_timed(steps), default=0)


def _count(steps: Sequence[Step], seconds: Sequence[float]) -> str:
    cached = len(steps) - len(seconds)
    left_out = f", without {cached} from disk" if cached else ""
    return f"n={len(seconds)}{left_out}"


def _folded(why: str, names: Sequence[str]) -> str:
    """Nodes in a line, because there is nothing to draw of them."""
    return aside(f"{why}: {', '.join(names)}", 3) if names else ""


def _rules(traces: Sequence[Trace]) -> str:
    """One bar for each row of a policy.

    Rows of two policies may have the same text, so each names the node after which it fired.
    """
    counts = Counter[str]()
    for trace in traces:
        for step in trace.steps:
            if step.rule:
                counts[f"{step.rule.when} → {step.rule.do} ({step.node})"] += 1
    if not counts:
        return bars("no row of a policy fired", ["row", "times", ""], "")
    body = ""
    for name, count in counts.most_common():
        body += row(name, [str(count)], bar([count], max(counts.values())))
    return bars("how often a row of a policy fired", ["row", "times", ""], body)


def _tokens(traces: Sequence[Trace]) -> str:
    """One bar of three parts for each node that asked a model."""
    used = {
        (system, node): sum((step.usage for step in steps), Usage())
        for system, runs in by_system(traces).items()
        for node, steps in by_node(runs).items()
    }
    used = {place: use for place, use in used.items() if use.calls}
    most = max((use.prompt + use.generated for use in used.values()), default=0) or 1
    body, last = "", ""
    for (system, node), use in used.items():
        if system != last:
            body, last = body + group(system, 5), system
        parts = [getattr(use, kind) for kind in KINDS]
        body += row(node, [f"{part:,}" for part in parts], bar(parts, most))
    title = f"tokens by system and node, all {len(traces)} runs" if used else "no model was asked"
    return bars(title, ["node", *KINDS, "tokens"], body, KINDS if used else ())
