"""A route map that is low enough to be seen together with an answer.

It is the layout of the large map, mirrored so that it runs from left to right, with the distances
between its places reduced. Nodes have only their names and the numbers of their steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ragkit.trace import Step
from ragkit.widgets.drawing.grid import Size
from ragkit.widgets.drawing.ink import NAMES, edge_ink, inside, node_title, numbers_text
from ragkit.widgets.drawing.layers import Edge
from ragkit.widgets.drawing.layout import layout
from ragkit.widgets.drawing.marks import LINE, SMALL, letters, rect, short, text_at
from ragkit.widgets.drawing.paths import Box
from ragkit.widgets.drawing.progress import Progress
from ragkit.widgets.drawing.route import Way

ACROSS = 0.38
"""Scale of the distances from left to right."""
DOWN = 0.8
"""Scale of the distances from top to bottom."""
PAD = 5
"""Space between a text and the border around it."""
WRAP = 9
"""Largest number of characters of a line of a name, unless one word of it is longer."""
STEPS = 46
"""Smallest width of the room for the numbers of the steps."""
LARGE = 22
"""Font size of the numbers of the steps where the drawing is scaled down to half."""
COMPACT_STYLE = f"""<style>
.rk-compact {{ container-type: inline-size }}
.rk-map.rk-compact svg .name {{ font-size: {SMALL}px }}
.rk-compact path.line {{ vector-effect: non-scaling-stroke }}
.rk-compact .on path.line {{ stroke-width: 2.5 }}
.rk-compact .on path.head {{ vector-effect: non-scaling-stroke; stroke: #1a7f8e; stroke-width: 2 }}
@container (max-width: 40rem) {{
  .rk-map.rk-compact svg {{ min-width: 0 !important }}
  .rk-map.rk-compact svg .name {{ display: none }}
  .rk-map.rk-compact svg .steps {{ font-size: {LARGE}px; font-weight: bold }}
}}
</style>"""
"""A map that is looked at after a large one would else take its size of names from that. On a page
too narrow for names it is scaled down, and shows only where the steps are."""


def compact_ink(
    nodes: Sequence[str], ways: Mapping[Edge, Way], progress: Progress
) -> tuple[str, Size]:
    """The whole drawing and its size: all edges, those taken last, and then all nodes."""
    sizes = {node: _layout_size(node) for node in nodes}
    no_labels = dict.fromkeys(ways, (0.0, 0.0))
    drawing = layout(sizes, no_labels)
    edges = ""
    for edge in sorted(ways, key=lambda edge: progress.counts[edge] > 0):
        edges += edge_ink(ways[edge], drawing.wires[edge], progress.edge_kind(edge))
    # The layout runs from top to bottom: this matrix exchanges x and y, and scales both.
    matrix = f"matrix(0 {DOWN} {ACROSS} 0 0 0)"
    parts = [f"<g transform='{matrix}'>{edges}</g>"]
    for node, box in drawing.boxes.items():
        ran, kind = progress.ran(node), progress.node_kind(node)
        parts.append(_node(node, _mirrored(box), ran, kind))
    height, width = drawing.size
    return "".join(parts), (width * ACROSS, height * DOWN)


def _layout_size(node: str) -> Size:
    """The size of a node before the drawing is mirrored and scaled."""
    lines = _name_lines(node)
    widths = [letters(line, SMALL) for line in lines]
    rows = len(lines)
    # Start and end never run; every other node has a line for its steps.
    if node not in NAMES:
        widths.append(STEPS)
        rows += 1
    width = max(widths) + 2 * PAD
    height = rows * LINE + 2 * PAD
    return height / DOWN, width / ACROSS


def _mirrored(box: Box) -> Box:
    """A box of the layout on the drawing."""
    return Box(
        x=box.y * ACROSS,
        y=box.x * DOWN,
        width=box.height * ACROSS,
        height=box.width * DOWN,
    )


def _node(node: str, box: Box, ran: Mapping[int, Step], kind: str) -> str:
    """A node as an SVG group: its name and, if it ran, the numbers of its steps."""
    parts = [node_title(node, ran), rect(box)]
    if "now" in kind:
        parts.append(rect(inside(box, 2.5), "inner"))
    texts = [(escape(line), "name") for line in _name_lines(node)]
    if ran:
        steps = numbers_text(list(ran), room=box.width - PAD)
        texts.append((steps, "steps"))
    x, middle = box.middle
    y = middle - LINE * (len(texts) - 1) / 2
    for text, style in texts:
        parts.append(text_at(text, x, y, style))
        y += LINE
    return f"<g class='rk-node {kind}'>{''.join(parts)}</g>"


def _name_lines(node: str) -> list[str]:
    """The name of a node on short lines.

    >>> _name_lines("context_critic"), _name_lines("verify")
    (['context_', 'critic'], ['verify'])
    """
    name = short(NAMES.get(node, node))
    words = name.replace("_", "_ ").split()
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1] + word) <= WRAP:
            lines[-1] += word
        else:
            lines.append(word)
    return lines
