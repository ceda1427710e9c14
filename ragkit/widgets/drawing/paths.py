"""Points, boxes and SVG paths: lines with round corners, curves between rows, arrowheads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]
HEAD = 8.0
"""Length of an arrowhead."""
ROUND = 6.0
"""Radius of a corner."""


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

    @property
    def middle(self) -> Point:
        x = self.x + self.width / 2
        y = self.y + self.height / 2
        return x, y


def at(point: Point) -> str:
    """A point as SVG paths have it."""
    x, y = point
    return f"{x:.1f},{y:.1f}"


def rounded(points: Sequence[Point]) -> str:
    """Lines with round corners, as an SVG path that goes on from the first point.

    >>> rounded([(0, 0), (0, 20), (20, 20)])
    'L0.0,14.0Q0.0,20.0 6.0,20.0L20.0,20.0'
    """
    path = ""
    before, *corners, last = points
    for corner, after in zip(corners, points[2:], strict=True):
        start = _toward(corner, before)
        end = _toward(corner, after)
        path += f"L{at(start)}Q{at(corner)} {at(end)}"
        before = corner
    return f"{path}L{at(last)}"


def _toward(corner: Point, other: Point) -> Point:
    """The point where a round corner begins, in the direction of another point.

    That point is straight beside, above or below the corner.
    """
    x, y = corner
    right = _radius(other[0] - x)
    down = _radius(other[1] - y)
    return x + right, y + down


def _radius(distance: float) -> float:
    """How far a corner reaches towards a point at a distance, which may be negative."""
    half = distance / 2
    return max(-ROUND, min(ROUND, half))


def slant(start: Point, end: Point) -> str:
    """A curve that leaves its start and reaches its end vertically."""
    left, top = start
    right, bottom = end
    middle = (top + bottom) / 2
    leave = (left, middle)
    reach = (right, middle)
    return f"C{at(leave)} {at(reach)} {at(end)}"


def arrow(points: Sequence[Point]) -> tuple[str, Point]:
    """The arrowhead on the last of some points, and the point behind it where the line ends.

    The arrow points down where the last line is vertical, and to the left otherwise.
    """
    before, tip = points[-2:]
    x, y = tip
    vertical = before[0] == x
    if vertical:
        return f"M{at(tip)}l-5,-{HEAD}h10z", (x, y - HEAD)
    return pointing_left(tip), (x + HEAD, y)


def pointing_left(tip: Point) -> str:
    """An arrowhead that points to the left."""
    return f"M{at(tip)}l{HEAD},-5v10z"
