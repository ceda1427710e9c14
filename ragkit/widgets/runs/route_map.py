"""A graph as a map, and the way that a run took on it: what ran when, at what cost, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from IPython.display import HTML

from ragkit.policy import Policy
from ragkit.trace import Graph, Step, Trace
from ragkit.widgets.drawing.compact import COMPACT_STYLE, compact_ink
from ragkit.widgets.drawing.grid import Size
from ragkit.widgets.drawing.ink import STYLE, graph_ink
from ragkit.widgets.drawing.layers import Edge
from ragkit.widgets.drawing.progress import Progress
from ragkit.widgets.drawing.route import Way, network, taken, visits

CHOICES = "A dashed line is a choice; its label names the issues that lead there."
FIRED = "An issue that was found is underlined."
RAN = (
    "The numbers on a node are the steps at which it ran; "
    "its tokens are evaluated/reused/generated. "
    "A heavy line was taken; a number says how often."
)
LEAST = 0.75
"""Smallest scale at which a drawing is shown on a narrow page."""
MOST_NAMES = 30
"""Largest number of steps of a route that is listed; a longer one is told by counts."""


def route_map(
    graph: Graph,
    trace: Trace | None = None,
    at: int | None = None,
    policies: Mapping[str, Policy] | None = None,
    compact: bool = False,
) -> HTML:
    """Any graph as a drawing from top to bottom; with a trace, the route of the run through it.

    `at` shows the run only up to that step, from 1. The words on the edges are those of the
    policies that the graph carries; `policies` replaces them, by the node that each one follows.
    `compact` draws from left to right, without costs and without words on the edges.
    """
    steps = trace.steps if trace else ()
    if at is not None and steps and not 1 <= at <= len(steps):
        raise ValueError(f"asked for step {at} of a run of {len(steps)}; steps count from 1")
    shown = steps[:at]
    nodes, ways = network(graph, policies)
    ended = trace is not None and not trace.failed and at is None
    progress = Progress(
        steps=shown,
        counts=taken(shown, ways, ended),
        has_run=trace is not None,
        replayed=at is not None,
    )
    draw = compact_ink if compact else graph_ink
    ink, size = draw(nodes, ways, progress)
    notes = _notes(trace, nodes, at)
    words = f"Map of a graph with {len(nodes)} nodes and {len(ways)} edges."
    svg = _svg(ink, size, " ".join([words, *notes, _route(shown)]))
    keys = "" if compact else _keys(ways, shown, bool(steps))
    caption = "".join(f"<p>{escape(line)}</p>" for line in [*notes, keys] if line)
    style, kind = (STYLE + COMPACT_STYLE, "rk-map rk-compact") if compact else (STYLE, "rk-map")
    return HTML(
        f"{style}<figure class='{kind}'>{svg}"
        f"<figcaption>{caption}{_list(shown, nodes)}</figcaption></figure>"
    )


def _svg(ink: str, size: Size, words: str) -> str:
    """The drawing, which shrinks with its page, and scrolls on a page that is far too narrow."""
    width, height = map(round, size)
    least = round(width * LEAST)
    about = escape(words)
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' role='img' "
        f"aria-label='{about}' "
        f"viewBox='0 0 {width} {height}' "
        f"style='max-width: {width}px; min-width: {least}px'>"
        f"<title>Route map</title><desc>{about}</desc>{ink}</svg>"
    )


def _keys(ways: Mapping[Edge, Way], shown: Sequence[Step], has_steps: bool) -> str:
    """What the signs on the map mean, as far as it has them."""
    keys = []
    if any(way.choice for way in ways.values()):
        keys.append(CHOICES)
    if any(step.rule for step in shown):
        keys.append(FIRED)
    if has_steps:
        keys.append(RAN)
    return " ".join(keys)


def _notes(trace: Trace | None, nodes: Sequence[str], at: int | None) -> list[str]:
    """What a reader must know of the run to read the map."""
    if trace is None:
        return []
    if not trace.steps:
        return ["No step of the run has finished.", *_failure(trace)]
    lines = []
    if at:
        lines.append(_position(trace, at))
    strange = [step for step in trace.steps if step.node not in nodes]
    if strange:
        names = ", ".join(visits(strange))
        lines.append(f"The run visited nodes that this graph does not have: {names}.")
    if at in (None, len(trace.steps)):
        lines += _failure(trace)
    return lines


def _position(trace: Trace, at: int) -> str:
    """Where a replay is, and why the run goes on from there."""
    count = len(trace.steps)
    step = trace.steps[at - 1]
    text = f"Step {at} of {count}, now at {step.node}"
    if step.rule:
        text += f": {step.rule.when}"
        text += f", so on to {step.rule.do}"
        text += f", because {step.why}"
    return f"{text}."


def _failure(trace: Trace) -> list[str]:
    if not trace.failed:
        return []
    after = f" after step {len(trace.steps)}" if trace.steps else ""
    return [f"The run failed{after}: {trace.failed}"]


def _route(shown: Sequence[Step]) -> str:
    """The route in words."""
    if not shown:
        return ""
    names = [step.node for step in shown]
    if len(shown) > MOST_NAMES:
        names = [f"{node} {len(at)} times" for node, at in visits(shown).items()]
    return f"Route: {', '.join(names)}."


def _list(shown: Sequence[Step], nodes: Sequence[str]) -> str:
    """Every step in words, for those who do not see the drawing."""
    if not shown:
        return ""
    items = "".join(f"<li>{escape(_words(step, nodes))}</li>" for step in shown)
    summary = "The steps in words"
    return f"<details><summary>{summary}</summary><ol>{items}</ol></details>"


def _words(step: Step, nodes: Sequence[str]) -> str:
    text = step.node
    if step.node not in nodes:
        text += " (not on this map)"
    text += f": {step.seconds:.1f} s"
    if step.usage.calls:
        text += f", {step.usage.tokens}"
    if step.rule:
        text += f"; {step.rule.when} → {step.rule.do}: {step.why}"
    return text
