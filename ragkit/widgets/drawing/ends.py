"""The points where edges leave their nodes and reach them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ragkit.widgets.drawing.grid import Grid
from ragkit.widgets.drawing.layers import Edge, Rows, Spot
from ragkit.widgets.drawing.paths import ROUND, Box, Point

Runs = Mapping[Edge, Sequence[Spot]]
TRACK = 9.0
"""Distance between two edges back that run sideways, one below the other."""
PORT = 18.0
"""Largest distance between two ends of edges on the border of a node."""
FAR = 1e6
"""A place right of everything: where an edge back comes from."""


def open_right(rows: Rows, edges: Collection[Edge]) -> set[str]:
    """The nodes with nothing but edges on their right: the last of each row, if it has no loop."""
    found = set()
    for row in rows:
        nodes = [spot.source for spot in row if not spot.target]
        for node in nodes[-1:]:
            if (node, node) not in edges:
                found.add(node)
    return found


def starts(runs: Runs, placed: Grid, boxes: Mapping[str, Box]) -> dict[Edge, Point]:
    """Where each edge leaves its node, at the bottom."""
    keys = {}
    for edge, run in runs.items():
        label = run[1]
        keys[edge] = (edge[0], placed.x[label])
    found = {}
    for edge, x in _ports(keys, boxes).items():
        box = boxes[edge[0]]
        found[edge] = (x, box.bottom)
    return found


def ends(
    runs: Runs,
    aside: Mapping[Edge, float],
    placed: Grid,
    boxes: Mapping[str, Box],
    edges: Collection[Edge],
) -> dict[Edge, list[Point]]:
    """The last points of each edge.

    An edge back comes in from the right where nothing is in its way there; all others come in from
    above.
    """
    free = open_right(placed.rows, edges)
    sideways = {edge: lane for edge, lane in aside.items() if edge[1] in free}
    downward = {edge: run for edge, run in runs.items() if edge not in sideways}
    return {
        **_right_ends(sideways, boxes),
        **_top_ends(downward, aside, placed, boxes),
    }


def _right_ends(
    sideways: Mapping[Edge, float], boxes: Mapping[str, Box]
) -> dict[Edge, list[Point]]:
    """The ends of edges back on the right of their nodes, one below the other."""
    keys = {edge: (edge[1], -lane) for edge, lane in sideways.items()}
    found = {}
    for edge, (rank, many) in ranks(keys).items():
        box = boxes[edge[1]]
        lane = sideways[edge]
        top = box.y
        y = top + box.height * (rank + 1) / (many + 1)
        found[edge] = [(lane, y), (box.right, y)]
    return found


def _top_ends(
    downward: Runs, aside: Mapping[Edge, float], placed: Grid, boxes: Mapping[str, Box]
) -> dict[Edge, list[Point]]:
    """The ends of edges on top of their nodes; edges back get there on channels above the row."""
    keys = {}
    for edge, run in downward.items():
        last = run[-2]
        x = FAR - aside[edge] if edge in aside else placed.x[last]
        keys[edge] = (edge[1], x)
    channels = _channels(downward, aside, placed)
    found = {}
    for edge, x in _ports(keys, boxes).items():
        tip = (x, boxes[edge[1]].y)
        if edge in channels:
            y = channels[edge]
            lane = aside[edge]
            found[edge] = [(lane, y), (x, y), tip]
        else:
            row = downward[edge][-1].row
            found[edge] = [(x, placed.tops[row]), tip]
    return found


def _channels(downward: Runs, aside: Mapping[Edge, float], placed: Grid) -> dict[Edge, float]:
    """The height at which each edge back runs sideways above the row of its target."""
    rows: dict[str, int] = {}
    for spots in placed.rows:
        for spot in spots:
            rows.setdefault(spot.source, spot.row)
    keys = {edge: (rows[edge[1]], aside[edge]) for edge in downward if edge in aside}
    found = {}
    for edge, (rank, _) in ranks(keys).items():
        row = rows[edge[1]]
        top = placed.tops[row]
        found[edge] = top - 3 * ROUND - TRACK * rank
    return found


def _ports(keys: Mapping[Edge, tuple[str, float]], boxes: Mapping[str, Box]) -> dict[Edge, float]:
    """Where each edge ends on its node's border: spread about the middle.

    The ends are in the order of the places where the edges come from.
    """
    found = {}
    for edge, (rank, many) in ranks(keys).items():
        node, _ = keys[edge]
        box = boxes[node]
        middle, _ = box.middle
        step = min(PORT, (box.width - PORT) / many)
        offset = rank - (many - 1) / 2
        found[edge] = middle + offset * step
    return found


def ranks(keys: Mapping[Edge, tuple[Any, float]]) -> dict[Edge, tuple[int, int]]:
    """The rank of each edge in its group, and the size of the group.

    A key is an edge's group and the value by which the group is sorted.
    """
    groups: dict[Any, list[Edge]] = {}
    for edge in sorted(keys, key=lambda edge: keys[edge][1]):
        group, _ = keys[edge]
        groups.setdefault(group, []).append(edge)
    found = {}
    for edges in groups.values():
        for rank, edge in enumerate(edges):
            found[edge] = (rank, len(edges))
    return found
