"""The lines of a drawn graph.

Most edges run down through the rows. Edges back run up in lanes at the right, and an edge from a
node to itself is a loop at its right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragkit.widgets.drawing.ends import TRACK, Runs, ends, ranks, starts
from ragkit.widgets.drawing.grid import Grid, Size
from ragkit.widgets.drawing.layers import Edge, Spot
from ragkit.widgets.drawing.paths import (
    HEAD,
    ROUND,
    Box,
    Point,
    arrow,
    at,
    pointing_left,
    rounded,
    slant,
)

COUNT_WIDTH = 30.0
COUNT_HEIGHT = 18.0
"""Room on every edge for how often it was taken, so that the picture does not move when it is."""
LANE = 13.0
"""Distance between two edges back that run up side by side."""
LOOP = 30.0
"""How far an edge from a node to itself reaches to the right."""


@dataclass(frozen=True)
class Wire:
    """An edge: its line and arrowhead as SVG paths, its label's box, the middle of its count."""

    line: str
    head: str
    label: Box
    count: Point


def lanes(back: Runs, placed: Grid, depth: Mapping[str, int]) -> dict[Edge, float]:
    """The lane of each edge back: right of all that it passes, the shortest edge innermost."""
    spans = {}
    for edge, run in back.items():
        top = 2 * depth[edge[1]]
        bottom = run[-1].row
        spans[edge] = range(top, bottom + 1)
    found: dict[Edge, float] = {}
    for edge in sorted(spans, key=lambda edge: len(spans[edge])):
        rows = spans[edge]
        rightmost = placed.right(rows[0], rows[-1])
        for other, lane in found.items():
            if _overlap(spans[other], rows):
                rightmost = max(rightmost, lane)
        found[edge] = rightmost + LANE
    return found


def _overlap(one: range, other: range) -> bool:
    first = max(one.start, other.start)
    stop = min(one.stop, other.stop)
    return first < stop


def wires(
    labels: Mapping[Edge, Size],
    runs: Runs,
    aside: Mapping[Edge, float],
    placed: Grid,
    boxes: Mapping[str, Box],
) -> dict[Edge, Wire]:
    """Every edge of the graph, drawn once; `aside` are the lanes of the edges back."""
    departures = starts(runs, placed, boxes)
    arrivals = ends(runs, aside, placed, boxes, labels)
    turns = _turns(runs, aside, placed)
    found = {}
    for edge, size in labels.items():
        if edge not in runs:
            found[edge] = _loop(boxes[edge[0]], size)
    for edge, run in runs.items():
        end = arrivals[edge]
        head, stop = arrow(end)
        x, top = placed.top(run[1])
        width, height = labels[edge]
        label = Box(x - width / 2, top, width, height)
        line = _out(departures[edge], placed, run[1], label)
        if edge in aside:
            line += rounded([*turns[edge], *end[:-1], stop])
        else:
            line += _down(run, placed, end[0])
            line += f"L{at(stop)}"
        found[edge] = Wire(line, head, label, _count(x, label))
    return found


def _count(x: float, label: Box) -> Point:
    """The middle of an edge's count, below its label."""
    half = COUNT_HEIGHT / 2
    return x, label.bottom + half


def _turns(runs: Runs, aside: Mapping[Edge, float], placed: Grid) -> dict[Edge, list[Point]]:
    """The way of each edge back from its label to its lane, on a track of its own."""
    keys = {}
    for edge in aside:
        label = runs[edge][1]
        keys[edge] = (label.row, -placed.x[label])
    found = {}
    for edge, (rank, _) in ranks(keys).items():
        label = runs[edge][1]
        x, bottom = placed.bottom(label)
        track = bottom + ROUND + TRACK * rank
        lane = aside[edge]
        found[edge] = [(x, bottom), (x, track), (lane, track)]
    return found


def _down(run: Sequence[Spot], placed: Grid, end: Point) -> str:
    """The way through the rows between: slanting between two rows, straight within one."""
    _, label, *between, _ = run
    before = placed.bottom(label)
    path = ""
    for spot in between:
        bottom = placed.bottom(spot)
        path += slant(before, placed.top(spot))
        path += f"L{at(bottom)}"
        before = bottom
    x, y = end
    return path + slant(before, (x, y - HEAD))


def _out(start: Point, placed: Grid, bend: Spot, label: Box) -> str:
    """The way from a node to below the label of the edge; the label itself is left free."""
    x, bottom = placed.bottom(bend)
    above = placed.bottoms[bend.row - 1]
    leave = (start[0], above)
    path = f"M{at(start)}L{at(leave)}"
    path += slant(leave, placed.top(bend))
    if label.height:
        below = (x, label.bottom)
        path += f"M{at(below)}"
    return f"{path}L{at((x, bottom))}"


def _loop(box: Box, size: Size) -> Wire:
    """An edge from a node to itself, at its right, with the label beside it."""
    x = box.right
    reach = x + LOOP
    _, y = box.middle
    start = (x, y + 9)
    below = (reach, y + 16)
    above = (reach, y - 16)
    stop = (x + HEAD, y - 9)
    width, height = size
    label = Box(reach, y - (height + COUNT_HEIGHT) / 2, width, height)
    return Wire(
        line=f"M{at(start)}C{at(below)} {at(above)} {at(stop)}",
        head=pointing_left((x, y - 9)),
        label=label,
        count=_count(reach + COUNT_WIDTH / 2, label),
    )
