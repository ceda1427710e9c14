"""Where nodes, edges and labels of a directed graph stand on a drawing, from top to bottom.

No edge runs through a node or a label: each has a place of its own in every row that it passes, and an edge that
goes back does so on the right of them. Nothing is random: the same graph gives the same drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragkit.widgets.drawing.grid import MARGIN, Grid, Size, grid
from ragkit.widgets.drawing.layers import Edge, Rows, Spot, back_edges, layers, ordered, ways
from ragkit.widgets.drawing.wires import COUNT, LOOP, TRACK, Box, Wire, lanes, open_right, wires

BEND = 5.0
"""How far an edge on its way keeps others off."""


@dataclass(frozen=True)
class Layout:
    """A drawing without ink."""

    boxes: dict[str, Box]
    wires: dict[Edge, Wire]
    depth: dict[str, int]
    size: Size


def layout(nodes: Mapping[str, Size], labels: Mapping[Edge, Size]) -> Layout:
    """The drawing of a graph, from its nodes with their sizes and its edges with those of their labels."""
    circles = back_edges(list(nodes), labels)
    depth = layers(list(nodes), [edge for edge in labels if edge not in circles])
    runs = ways([edge for edge in labels if edge[0] != edge[1]], circles, depth)
    back = {edge: run for edge, run in runs.items() if edge in circles}
    rows = ordered(depth, back, runs)
    sides = {spot: _sides(spot, depth, nodes, labels) for row in rows for spot in row}
    heights = [max((_height(spot, depth, nodes, labels) for spot in row), default=0.0) for row in rows]
    links = [link for run in runs.values() for link in pairwise(run)]
    placed = grid(rows, links, sides, heights, _room(rows, back, depth, open_right(rows, labels)))
    boxes = {spot.source: _box(spot, placed, nodes[spot.source]) for row in rows for spot in row if not spot.target}
    aside = lanes(back, placed, depth)
    width = max([placed.right(0, len(rows) - 1), *aside.values()]) + MARGIN
    height = placed.bottoms[-1] + TRACK * len(back) * bool(rows[-1]) + MARGIN
    return Layout(boxes, wires(labels, runs, aside, placed, boxes), depth, (width, height))


def _sides(spot: Spot, depth: Mapping[str, int], nodes: Mapping[str, Size], labels: Mapping[Edge, Size]) -> Size:
    """How far a place reaches to its left and right; a node's edge to itself is drawn at its right."""
    if spot.target:
        near = spot.row == 2 * depth[spot.source] + 1
        half = max(labels[spot.source, spot.target][0], COUNT[0]) / 2 if near else BEND
        return half, half
    half, loop = nodes[spot.source][0] / 2, labels.get((spot.source, spot.source))
    return half, half + (LOOP + max(loop[0], COUNT[0]) if loop else 0)


def _height(spot: Spot, depth: Mapping[str, int], nodes: Mapping[str, Size], labels: Mapping[Edge, Size]) -> float:
    if spot.target:
        return labels[spot.source, spot.target][1] + COUNT[1] if spot.row == 2 * depth[spot.source] + 1 else 0.0
    loop = labels.get((spot.source, spot.source))
    return max(nodes[spot.source][1], loop[1] + COUNT[1] if loop else 0.0)


def _room(
    rows: Rows, back: Mapping[Edge, Sequence[Spot]], depth: Mapping[str, int], free: Collection[str]
) -> dict[int, float]:
    """What edges that go back need above a row: a track where they leave, and one where they come in from above."""
    used = [run[0].row + 2 for run in back.values()]
    used += [2 * depth[target] for _, target in back if target not in free]
    return {row: TRACK * used.count(row) for row in range(len(rows))}


def _box(spot: Spot, placed: Grid, size: Size) -> Box:
    middle = (placed.tops[spot.row] + placed.bottoms[spot.row]) / 2
    return Box(placed.x[spot] - size[0] / 2, middle - size[1] / 2, *size)
