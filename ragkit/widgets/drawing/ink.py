"""The nodes and edges of a route map as SVG.

A node that ran is numbered and heavy, and so is an edge that was taken; the rest is thin and pale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from langgraph.graph import END, START

from ragkit.model.meter import Usage
from ragkit.trace import Step
from ragkit.widgets.drawing.grid import Size
from ragkit.widgets.drawing.layers import Edge
from ragkit.widgets.drawing.layout import layout
from ragkit.widgets.drawing.marks import BIG, LINE, SMALL, badge, letters, rect, short, text_at
from ragkit.widgets.drawing.paths import Box
from ragkit.widgets.drawing.progress import Progress
from ragkit.widgets.drawing.route import Way
from ragkit.widgets.drawing.wires import Wire

NAMES = {START: "start", END: "end"}
PAD = 8
"""Space between a text and the border around it."""
MANY = 10_000
"""From this number on, tokens are shown in thousands."""
WRAP = 18
"""Largest number of characters of a line of issues, unless one issue is longer."""
BADGE = 74
"""Width of the room for the numbers of the steps."""
COSTS = 204
"""Width of the room for seconds and tokens."""
STYLE = """<style>
.rk-map { max-width: 60rem; margin: 0; overflow-x: auto; font-family: sans-serif; \
line-height: 1.5; color: inherit }
.rk-map svg { display: block; width: 100%; height: auto; font-family: sans-serif; color: inherit }
.rk-map svg text { fill: currentColor; stroke: none; font-size: 11px }
.rk-map svg .name { font-size: 13px; font-weight: bold }
.rk-map rect { fill: #888; fill-opacity: .08; stroke: currentColor; stroke-opacity: .6 }
.rk-map path.line { fill: none; stroke: currentColor; stroke-opacity: .6; stroke-width: 1.2 }
.rk-map path.head { fill: currentColor; fill-opacity: .7; stroke: none }
.rk-map .choice path.line { stroke-dasharray: 5 3 }
.rk-map .off text { fill-opacity: .75 } .rk-map .off rect { stroke-opacity: .5; fill-opacity: 0 }
.rk-map .on rect { fill: #1a7f8e; fill-opacity: .18; stroke: #1a7f8e; stroke-opacity: 1; \
stroke-width: 2 }
.rk-map .on path.line { stroke: #1a7f8e; stroke-opacity: 1; stroke-width: 3.5; \
stroke-dasharray: none }
.rk-map .on path.head { fill: #1a7f8e; fill-opacity: 1 }
.rk-map svg .fired { text-decoration: underline; font-weight: bold }
.rk-map .now rect { stroke: #b3541e; stroke-width: 3 }
.rk-map .now rect.inner { fill: none; stroke-width: 1.5 }
.rk-map rect.badge { fill: #1a7f8e; fill-opacity: 1; stroke: none }
.rk-map .now rect.badge { fill: #b3541e; stroke: none }
.rk-map svg .badge-text { fill: #fff; fill-opacity: 1; font-weight: bold }
.rk-map figcaption { font-size: .9em } .rk-map figcaption p { margin: .3rem 0 }
.rk-map details { margin: .3rem 0 } .rk-map summary { cursor: pointer }
</style>"""


def graph_ink(
    nodes: Sequence[str], ways: Mapping[Edge, Way], progress: Progress
) -> tuple[str, Size]:
    """The whole drawing and its size: all edges, those taken last, and then all nodes."""
    sizes = {node: node_size(node) for node in nodes}
    labels = {edge: label_size(way) for edge, way in ways.items()}
    drawing = layout(sizes, labels)
    parts = []
    for edge in sorted(ways, key=lambda edge: progress.counts[edge] > 0):
        way, wire, times = ways[edge], drawing.wires[edge], progress.counts[edge]
        label = _label(way.issues, progress.fired(edge), wire.label)
        count = badge(f"{times}×", *wire.count) if times > 1 else ""
        parts.append(edge_ink(way, wire, progress.edge_kind(edge), label + count))
    for node, box in drawing.boxes.items():
        parts.append(_node(node, box, progress.ran(node), progress.node_kind(node)))
    return "".join(parts), drawing.size


def node_size(node: str) -> Size:
    """The size of a node, with or without a run: its name, step numbers and costs have room."""
    if node in NAMES:
        return 64, 24
    name = letters(short(node), BIG)
    return max(name + BADGE + 2 * PAD, COSTS), 46


def label_size(way: Way) -> Size:
    """The size of the text on an edge; zero if there is none."""
    lines = _lines(way.issues)
    if not lines:
        return 0, 0
    widths = []
    for line in lines:
        text = ", ".join(map(short, line))
        widths.append(letters(f"{text},", SMALL))
    return max(widths) + 2 * PAD, LINE * len(lines) + 6


def _node(node: str, box: Box, ran: Mapping[int, Step], kind: str) -> str:
    """A node as an SVG group; if it ran, with the numbers of its steps and their costs."""
    x, _ = box.middle
    now = "now" in kind
    parts = [node_title(node, ran), rect(box)]
    if now:
        parts.append(rect(inside(box, 3.5), "inner"))
    parts.append(_headline(node, box, list(ran)))
    if ran:
        costs = _costs(ran.values())
        parts.append(text_at(costs, x, box.y + 34))
    if now:
        parts.append(badge("now", box.right - 20, box.y))
    return f"<g class='rk-node {kind}'>{''.join(parts)}</g>"


def inside(box: Box, inset: float) -> Box:
    """A second rectangle within the first, which marks the position of a replay."""
    return Box(
        x=box.x + inset,
        y=box.y + inset,
        width=box.width - 2 * inset,
        height=box.height - 2 * inset,
    )


def _headline(node: str, box: Box, numbers: Sequence[int]) -> str:
    """The numbers of a node's steps and its name, side by side."""
    name = escape(NAMES.get(node, short(node)))
    x, middle = box.middle
    if not numbers:
        return text_at(name, x, middle, "name")
    y = box.y + 16
    steps = numbers_text(numbers, room=BADGE - 16)
    room = letters(steps, SMALL) + 16
    width = room + letters(short(node), BIG)
    left = x - width / 2
    half = room / 2
    mark = badge(steps, left + half - 3, y)
    return mark + text_at(name, x + half, y, "name")


def edge_ink(way: Way, wire: Wire, kind: str, beside: str = "") -> str:
    """An edge as an SVG group: its line, its arrowhead, and what is beside them."""
    choice = " choice" if way.choice else ""
    return (
        f"<g class='rk-edge {kind}{choice}'>"
        f"{_edge_title(way)}"
        f"<path class='line' d='{wire.line}'/>"
        f"<path class='head' d='{wire.head}'/>"
        f"{beside}</g>"
    )


def _edge_title(way: Way) -> str:
    """An edge's title, which a browser shows when it is pointed at: the rules that lead there."""
    why = way.word
    if way.rules:
        why = "\n".join(f"{rule.when}: {rule.why}" for rule in way.rules)
    if why:
        return f"<title>{escape(why)}</title>"
    return ""


def _label(issues: Sequence[str], fired: Collection[str], box: Box) -> str:
    """The issues on an edge, line by line."""
    lines = _lines(issues)
    if not lines:
        return ""
    x, _ = box.middle
    parts = [rect(box)]
    for number, line in enumerate(lines, start=1):
        comma = "," if number < len(lines) else ""
        y = box.y + 3 + LINE * (number - 0.5)
        text = _marked(line, fired) + comma
        parts.append(text_at(text, x, y))
    return "".join(parts)


def _marked(issues: Sequence[str], fired: Collection[str]) -> str:
    """Issues as escaped text, those that led a run along the edge underlined."""
    texts = []
    for issue in issues:
        text = escape(short(issue))
        if issue in fired:
            text = f"<tspan class='fired'>{text}</tspan>"
        texts.append(text)
    return ", ".join(texts)


def _lines(issues: Sequence[str]) -> list[list[str]]:
    """Issues on short lines, as many on each as there is room for.

    >>> _lines(["unsure", "remembered", "beside the point"])
    [['unsure', 'remembered'], ['beside the point']]
    """
    lines: list[list[str]] = []
    for issue in issues:
        longer = [*lines[-1], issue] if lines else []
        if longer and len(", ".join(longer)) <= WRAP:
            lines[-1] = longer
        else:
            lines.append([issue])
    return lines


def node_title(node: str, ran: Mapping[int, Step]) -> str:
    """A node's title, which a browser shows when it is pointed at: its steps and their costs."""
    text = NAMES.get(node, node)
    if ran:
        numbers = ", ".join(map(str, ran))
        text += f": step {numbers}; {_costs(ran.values())}"
    return f"<title>{escape(text)}</title>"


def numbers_text(numbers: Sequence[int], room: float) -> str:
    """The numbers of the steps; if there is no room for all, the first and the last."""
    every = ", ".join(map(str, numbers))
    if letters(every, SMALL) <= room:
        return every
    return f"{numbers[0]}, … {numbers[-1]}"


def _costs(steps: Iterable[Step]) -> str:
    """Seconds and tokens of some steps.

    >>> long = Step("a", 2, Usage(1, 0, 12_000, 0, 5), {})
    >>> _costs([Step("a", 1.5, Usage(1, 0, 100, 500, 30), {}), long])
    '3.5 s · 12.1k/500/35 tokens'
    """
    steps = list(steps)
    seconds = sum(step.seconds for step in steps)
    use = sum((step.usage for step in steps), Usage())
    if not use.calls:
        return f"{seconds:.1f} s"
    counts = (use.evaluated, use.reused, use.generated)
    tokens = "/".join(map(_tokens, counts))
    return f"{seconds:.1f} s · {tokens} tokens"


def _tokens(count: int) -> str:
    if count < MANY:
        return str(count)
    return f"{count / 1000:.1f}k"
