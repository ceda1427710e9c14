"""The lines of a drawn graph: down through the rows, back up in lanes at the right, round to the node itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ragkit.widgets.drawing.grid import Grid, Size
from ragkit.widgets.drawing.layers import Edge, Rows, Spot

Point = tuple[float, float]
Runs = Mapping[Edge, Sequence[Spot]]
COUNT = (30.0, 18.0)
"""Room on every edge for how often it was taken, so that the picture does not move when it is."""
LANE, TRACK = 13.0, 9.0
LOOP, PORT, HEAD, ROUND = 30.0, 18.0, 8.0, 6.0
FAR = 1e6
"""Right of everything: where an edge that goes back comes from."""


class Box(NamedTuple):
    """A rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True)
class Wire:
    """An edge: its line and its arrowhead as SVG paths, its label's box, and the middle of its count."""

    line: str
    head: str
    label: Box
    count: Point


def lanes(back: Runs, placed: Grid, depth: Mapping[str, int]) -> dict[Edge, float]:
    """Where each edge that goes back runs up: right of all that it passes, the shortest way innermost."""
    found: dict[Edge, float] = {}
    spans = {edge: (2 * depth[edge[1]], run[-1].row) for edge, run in back.items()}
    for edge, (top, bottom) in sorted(spans.items(), key=lambda item: item[1][1] - item[1][0]):
        beside = [x for other, x in found.items() if spans[other][0] <= bottom and top <= spans[other][1]]
        found[edge] = max([placed.right(top, bottom), *beside]) + LANE
    return found


def open_right(rows: Rows, edges: Collection[Edge]) -> set[str]:
    """The nodes with nothing to their right but edges on their way: the last of each row, without one to itself."""
    last = ([spot.source for spot in row if not spot.target][-1:] for row in rows)
    return {node for nodes in last for node in nodes if (node, node) not in edges}


def wires(
    labels: Mapping[Edge, Size], runs: Runs, aside: Mapping[Edge, float], placed: Grid, boxes: Mapping[str, Box]
) -> dict[Edge, Wire]:
    """Every edge of the graph, drawn once; `aside` are the lanes of those that go back."""
    starts = _ports({edge: (edge[0], placed.x[run[1]]) for edge, run in runs.items()}, boxes)
    ends = _ends(runs, aside, placed, boxes, labels)
    tracks = _ranks({edge: (runs[edge][1].row, -placed.x[runs[edge][1]]) for edge in aside})
    found = {edge: _loop(boxes[edge[0]], size) for edge, size in labels.items() if edge not in runs}
    for edge, run in runs.items():
        bend, (tip, stop) = run[1], _tip(ends[edge])
        x, bottom = placed.x[bend], placed.bottoms[bend.row]
        label = Box(x - labels[edge][0] / 2, placed.tops[bend.row], *labels[edge])
        line = _out((starts[edge], boxes[edge[0]].bottom), placed, bend, label)
        if edge in aside:
            track = bottom + ROUND + TRACK * tracks[edge][0]
            line += rounded([(x, bottom), (x, track), (aside[edge], track), *ends[edge][:-1], stop])
        else:
            line += _down(run, placed, ends[edge][0]) + f"L{_at(stop)}"
        found[edge] = Wire(line, tip, label, (x, label.bottom + COUNT[1] / 2))
    return found


def rounded(points: Sequence[Point]) -> str:
    """Lines with round corners, as an SVG path that goes on from the first point.

    >>> rounded([(0, 0), (0, 20), (20, 20)])
    'L0.0,14.0Q0.0,20.0 6.0,20.0L20.0,20.0'
    """
    parts = []
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        parts.append(f"L{_at(_toward(corner, before))}Q{_at(corner)} {_at(_toward(corner, after))}")
    return "".join(parts) + f"L{_at(points[-1])}"


def _toward(corner: Point, other: Point) -> Point:
    """A point near the corner, in the direction of another that lies straight beside, above or below it."""
    x, y = (max(-ROUND, min(ROUND, (to - at) / 2)) for at, to in zip(corner, other, strict=True))
    return corner[0] + x, corner[1] + y


def _ends(
    runs: Runs, aside: Mapping[Edge, float], placed: Grid, boxes: Mapping[str, Box], edges: Collection[Edge]
) -> dict[Edge, list[Point]]:
    """How each edge comes in: from above, or from the right, where an edge that goes back finds nothing in its way."""
    free = open_right(placed.rows, edges)
    level = _ranks({edge: (edge[1], -x) for edge, x in aside.items() if edge[1] in free})
    above = [edge for edge in runs if edge not in level]
    ports = _ports({e: (e[1], FAR - aside[e] if e in aside else placed.x[runs[e][-2]]) for e in above}, boxes)
    rows = {spot.source: spot.row for row in placed.rows for spot in row if not spot.target}
    channels = _ranks({edge: (rows[edge[1]], aside[edge]) for edge in above if edge in aside})
    found = {}
    for edge, run in runs.items():
        box, lane = boxes[edge[1]], aside.get(edge, 0.0)
        if edge in level:
            rank, many = level[edge]
            y = box.y + box.height * (rank + 1) / (many + 1)
            found[edge] = [(lane, y), (box.right, y)]
        elif edge in aside:
            y = placed.tops[rows[edge[1]]] - 3 * ROUND - TRACK * channels[edge][0]
            found[edge] = [(lane, y), (ports[edge], y), (ports[edge], box.y)]
        else:
            found[edge] = [(ports[edge], placed.tops[run[-1].row]), (ports[edge], box.y)]
    return found


def _down(run: Sequence[Spot], placed: Grid, end: Point) -> str:
    """Through the rows between: slanting between two rows, straight within one."""
    before, parts = (placed.x[run[1]], placed.bottoms[run[1].row]), []
    for spot in run[2:-1]:
        x = placed.x[spot]
        parts.append(f"{_slant(before, (x, placed.tops[spot.row]))}L{_at((x, placed.bottoms[spot.row]))}")
        before = x, placed.bottoms[spot.row]
    return "".join(parts) + _slant(before, (end[0], end[1] - HEAD))


def _out(start: Point, placed: Grid, bend: Spot, label: Box) -> str:
    """From a node to below the label of the edge; the label itself is left free."""
    x, row = placed.x[bend], bend.row
    free = f"M{_at((x, label.bottom))}" if label.height else ""
    slant = _slant((start[0], placed.bottoms[row - 1]), (x, placed.tops[row]))
    return f"M{_at(start)}L{_at((start[0], placed.bottoms[row - 1]))}{slant}{free}L{_at((x, placed.bottoms[row]))}"


def _slant(start: Point, end: Point) -> str:
    middle = (start[1] + end[1]) / 2
    return f"C{_at((start[0], middle))} {_at((end[0], middle))} {_at(end)}"


def _at(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _tip(points: Sequence[Point]) -> tuple[str, Point]:
    """The arrowhead on the last point, and where the line ends below it."""
    (before, _), (x, y) = points[-2:]
    if before == x:
        return f"M{_at((x, y))}l-5,-{HEAD}h10z", (x, y - HEAD)
    return f"M{_at((x, y))}l{HEAD},-5v10z", (x + HEAD, y)


def _loop(box: Box, size: Size) -> Wire:
    """An edge from a node to itself, at its right, with the label beside it."""
    x, y, reach = box.right, box.y + box.height / 2, box.right + LOOP
    label = Box(reach, y - (size[1] + COUNT[1]) / 2, *size)
    line = f"M{_at((x, y + 9))}C{_at((reach, y + 16))} {_at((reach, y - 16))} {_at((x + HEAD, y - 9))}"
    return Wire(line, f"M{_at((x, y - 9))}l{HEAD},-5v10z", label, (reach + COUNT[0] / 2, label.bottom + COUNT[1] / 2))


def _ports(ends: Mapping[Edge, tuple[str, float]], boxes: Mapping[str, Box]) -> dict[Edge, float]:
    """Where on its node's border each edge ends: spread about the middle, in the order of where they come from."""
    found = {}
    for edge, (rank, many) in _ranks(ends).items():
        box = boxes[ends[edge][0]]
        step = min(PORT, (box.width - PORT) / many)
        found[edge] = box.x + box.width / 2 + (rank - (many - 1) / 2) * step
    return found


def _ranks(keys: Mapping[Edge, tuple[Any, float]]) -> dict[Edge, tuple[int, int]]:
    """The rank of each edge in its group, and how many are in it."""
    groups: dict[Any, list[Edge]] = {}
    for edge in sorted(keys, key=lambda edge: keys[edge][1]):
        groups.setdefault(keys[edge][0], []).append(edge)
    return {edge: (rank, len(group)) for group in groups.values() for rank, edge in enumerate(group)}
