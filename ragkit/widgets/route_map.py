"""A graph as a map, and on it the way that a run took: which nodes ran when, at what cost, and what led on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

from IPython.display import HTML
from langgraph.graph import END, START

from ragkit.policy import Policy
from ragkit.trace import Graph, Step, Trace
from ragkit.widgets.drawing.ink import STYLE, edge_ink, label_size, node_ink, node_size
from ragkit.widgets.drawing.layers import Edge
from ragkit.widgets.drawing.layout import Layout, layout
from ragkit.widgets.drawing.route import Way, network, taken, visits

CHOICES = "A dashed line is a choice; on it stand the issues that lead there."
FIRED = "An issue that was there is underlined."
RAN = (
    "The numbers on a node are the steps at which it ran; its tokens are read/reused/written. A heavy line was taken, "
    "more than once where it says so."
)
LEAST = 0.75
"""How far a drawing shrinks to fit its page."""
MOST_NAMES = 30
"""A longer route is told by how often each node ran."""


def route_map(
    graph: Graph, trace: Trace | None = None, at: int | None = None, policies: Mapping[str, Policy] | None = None
) -> HTML:
    """Any graph as a drawing from top to bottom; with a trace, the way that the run took through it.

    `at` shows the run only up to that step, from 1. `policies` are the tables by the node that each one steers, for
    the words on the edges; without them, the kit's own.
    """
    steps = trace.steps if trace else ()
    if at is not None and steps and not 1 <= at <= len(steps):
        raise ValueError(f"asked for step {at} of a run of {len(steps)}; steps count from 1")
    nodes, ways = network(graph, steps, policies)
    drawing = layout({node: node_size(node) for node in nodes}, {edge: label_size(way) for edge, way in ways.items()})
    led = taken(steps[:at], ways, ended=trace is not None and not trace.failed and at is None)
    ink = _ink(drawing, ways, steps[:at], led, trace is not None, at is not None)
    says = _says(trace, nodes, at)
    words = f"Map of a graph with {len(nodes)} nodes and {len(ways)} edges. {' '.join([*says, _route(steps[:at])])}"
    fired = any(step.rule for step in steps[:at])
    keys = [CHOICES] * any(way.choice for way in ways.values()) + [FIRED] * fired + [RAN] * bool(steps)
    caption = "".join(f"<p>{escape(line)}</p>" for line in [*says, " ".join(keys)] if line)
    return HTML(
        f"{STYLE}<figure class='rk-map'>{_svg(ink, drawing, words)}"
        f"<figcaption>{caption}{_list(steps[:at], nodes)}</figcaption></figure>"
    )


def _svg(ink: str, drawing: Layout, words: str) -> str:
    """The drawing, as wide as its page but no wider than it is; a page that is far too narrow scrolls."""
    width, height = (round(side) for side in drawing.size)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' aria-label='{escape(words)}' "
        f"viewBox='0 0 {width} {height}' style='max-width: {width}px; min-width: {round(width * LEAST)}px'>"
        f"<title>Route map</title><desc>{escape(words)}</desc>{ink}</svg>"
    )


def _ink(
    drawing: Layout, ways: Mapping[Edge, Way], shown: Sequence[Step], led: Counter[Edge], run: bool, replayed: bool
) -> str:
    """All edges, those that were taken on top, and then all nodes."""
    lines = [
        edge_ink(ways[edge], drawing.wires[edge], led[edge], _fired(edge, shown), _kind(led[edge] > 0, run))
        for edge in sorted(ways, key=lambda edge: led[edge] > 0)
    ]
    ran, ends = visits(shown), {node for edge in led for node in edge if node in (START, END)}
    last = shown[-1].node if replayed and shown else ""
    boxes = []
    for node, box in drawing.boxes.items():
        kind = _kind(node in ran or node in ends, run) + (" now" if node == last else "")
        boxes.append(node_ink(node, box, {n: shown[n - 1] for n in ran.get(node, [])}, kind))
    return "".join(lines + boxes)


def _fired(edge: Edge, shown: Sequence[Step]) -> set[str]:
    return {step.rule.when for step in shown if step.rule and (step.node, step.rule.do) == edge}


def _kind(on: bool, run: bool) -> str:
    return ("on" if on else "off") if run else ""


def _says(trace: Trace | None, nodes: Sequence[str], at: int | None) -> list[str]:
    """What of the run a reader must know to read the map."""
    if trace is None:
        return []
    if not trace.steps:
        return ["No step of the run is finished.", *_failure(trace)]
    lines = []
    if at:
        step = trace.steps[at - 1]
        goes = f": {step.rule.when}, so on to {step.rule.do}, because {step.why}" if step.rule else ""
        lines.append(f"Step {at} of {len(trace.steps)}, now at {step.node}{goes}.")
    strange = visits([step for step in trace.steps if step.node not in nodes])
    if strange:
        lines.append(f"The run has nodes that this graph has not: {', '.join(strange)}.")
    return lines + (_failure(trace) if at in (None, len(trace.steps)) else [])


def _failure(trace: Trace) -> list[str]:
    after = f" after step {len(trace.steps)}" if trace.steps else ""
    return [f"The run failed{after}: {trace.failed}"] if trace.failed else []


def _route(shown: Sequence[Step]) -> str:
    """The route in words."""
    if not shown:
        return ""
    if len(shown) <= MOST_NAMES:
        return f"Route: {', '.join(step.node for step in shown)}."
    return f"Route: {', '.join(f'{node} {len(at)} times' for node, at in visits(shown).items())}."


def _list(shown: Sequence[Step], nodes: Sequence[str]) -> str:
    """Every step in words, for who does not see the drawing."""
    items = "".join(f"<li>{escape(_words(step, nodes))}</li>" for step in shown)
    return f"<details><summary>The steps in words</summary><ol>{items}</ol></details>" if items else ""


def _words(step: Step, nodes: Sequence[str]) -> str:
    use, strange = step.usage, "" if step.node in nodes else " (not on this map)"
    tokens = f", {use.evaluated} tokens read, {use.reused} reused, {use.tokens_out} written" if use.calls else ""
    went = f"; {step.rule.when} → {step.rule.do}: {step.why}" if step.rule else ""
    return f"{step.node}{strange}: {step.seconds:.1f} s{tokens}{went}"
