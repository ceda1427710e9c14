"""The positions of nodes, edges and labels of a directed graph on a drawing, from top to bottom.

No edge runs through a node or a label: each has a place of its own in every row that it passes, and
an edge back runs up on the right of them. Nothing is random: the same graph gives the same drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ragkit.widgets.drawing.ends import TRACK, Runs, open_right
from ragkit.widgets.drawing.grid import MARGIN, Grid, Size, grid
from ragkit.widgets.drawing.layers import Edge, Rows, Spot, back_edges, layers, ordered, ways
from ragkit.widgets.drawing.paths import Box
from ragkit.widgets.drawing.wires import COUNT_HEIGHT, COUNT_WIDTH, LOOP, Wire, lanes, wires

BEND = 5.0
"""Distance that an edge on its way keeps from other places."""


@dataclass(frozen=True)
class Layout:
    """A drawing without ink."""

    boxes: dict[str, Box]
    wires: dict[Edge, Wire]
    size: Size


def layout(nodes: Mapping[str, Size], labels: Mapping[Edge, Size]) -> Layout:
    """The drawing of a graph, from the sizes of its nodes and of its edges' labels."""
    circles = back_edges(list(nodes), labels)
    forward = [edge for edge in labels if edge not in circles]
    depth = layers(list(nodes), forward)
    between = [edge for edge in labels if edge[0] != edge[1]]
    runs = ways(between, circles, depth)
    back = {edge: run for edge, run in runs.items() if edge in circles}
    rows = ordered(depth, back, runs)
    room = _room(rows, back, depth, open_right(rows, labels))
    placed = _placed(rows, runs, _Sizes(nodes, labels, depth), room)
    boxes = _boxes(placed, nodes)
    aside = lanes(back, placed, depth)
    return Layout(
        boxes=boxes,
        wires=wires(labels, runs, aside, placed, boxes),
        size=_size(placed, aside),
    )


@dataclass(frozen=True)
class _Sizes:
    """The space that each place on the grid needs."""

    nodes: Mapping[str, Size]
    labels: Mapping[Edge, Size]
    depth: Mapping[str, int]

    def sides(self, spot: Spot) -> Size:
        """The reach of a place to its left and right; a node's loop is drawn at its right."""
        if not spot.target:
            width, _ = self.nodes[spot.source]
            half = width / 2
            return half, half + self._loop_width(spot.source)
        if not self._has_label(spot):
            return BEND, BEND
        width, _ = self.labels[spot.source, spot.target]
        half = max(width, COUNT_WIDTH) / 2
        return half, half

    def height(self, spot: Spot) -> float:
        if not spot.target:
            _, height = self.nodes[spot.source]
            return max(height, self._loop_height(spot.source))
        if not self._has_label(spot):
            return 0.0
        _, height = self.labels[spot.source, spot.target]
        return height + COUNT_HEIGHT

    def _has_label(self, spot: Spot) -> bool:
        """Whether this is the first row that an edge passes: its label is there."""
        first = 2 * self.depth[spot.source] + 1
        return spot.row == first

    def _loop_width(self, node: str) -> float:
        loop = self.labels.get((node, node))
        if loop is None:
            return 0
        return LOOP + max(loop[0], COUNT_WIDTH)

    def _loop_height(self, node: str) -> float:
        loop = self.labels.get((node, node))
        if loop is None:
            return 0.0
        return loop[1] + COUNT_HEIGHT


def _placed(rows: Rows, runs: Runs, sizes: _Sizes, room: Mapping[int, float]) -> Grid:
    """All places with coordinates."""
    sides = {}
    heights = []
    for row in rows:
        for spot in row:
            sides[spot] = sizes.sides(spot)
        highest = max(map(sizes.height, row), default=0.0)
        heights.append(highest)
    links = [link for run in runs.values() for link in pairwise(run)]
    return grid(rows, links, sides, heights, room)


def _room(
    rows: Rows, back: Mapping[Edge, Sequence[Spot]], depth: Mapping[str, int], free: Collection[str]
) -> dict[int, float]:
    """The space above each row for edges back: a track where they leave or come in from above."""
    used = [run[0].row + 2 for run in back.values()]
    for _, target in back:
        if target not in free:
            used.append(2 * depth[target])
    tracks = Counter(used)
    return {row: TRACK * tracks[row] for row in range(len(rows))}


def _boxes(placed: Grid, nodes: Mapping[str, Size]) -> dict[str, Box]:
    """The rectangle of each node, in the middle of its place."""
    boxes = {}
    for row in placed.rows:
        for spot in row:
            if not spot.target:
                boxes[spot.source] = _box(spot, placed, nodes[spot.source])
    return boxes


def _box(spot: Spot, placed: Grid, size: Size) -> Box:
    x, top = placed.top(spot)
    _, bottom = placed.bottom(spot)
    middle = (top + bottom) / 2
    width, height = size
    return Box(
        x=x - width / 2,
        y=middle - height / 2,
        width=width,
        height=height,
    )


def _size(placed: Grid, aside: Mapping[Edge, float]) -> Size:
    """The size of the whole drawing, with a margin."""
    last = len(placed.rows) - 1
    right = max([placed.right(0, last), *aside.values()])
    bottom = placed.bottoms[last]
    if placed.rows[last]:
        bottom += TRACK * len(aside)
    return right + MARGIN, bottom + MARGIN
