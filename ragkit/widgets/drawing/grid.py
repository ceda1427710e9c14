"""Coordinates for rows of places: each as near to its neighbours above and below as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from ragkit.widgets.drawing.layers import Links, Rows, Spot, mean_place, neighbours
from ragkit.widgets.drawing.paths import Point

Size = tuple[float, float]
MARGIN = 10.0
BESIDE = 14.0
"""Smallest distance between two places of a row."""
ABOVE = 16.0
"""Smallest distance between two rows."""
LEAN = 0.1
"""Extra distance between two rows per unit that an edge between them leans sideways."""
MOST = 26.0
"""Largest extra distance that a leaning edge can add."""
STIFF = 8.0
"""Weight of the straightness of a long edge; all other wishes have weight 1."""
SWEEPS = 100


@dataclass(frozen=True)
class Grid:
    """The position of each place: its middle, its reach to each side, its row's top and bottom."""

    rows: Rows
    x: dict[Spot, float]
    sides: Mapping[Spot, Size]
    tops: list[float]
    bottoms: list[float]

    def top(self, spot: Spot) -> Point:
        """The middle of a place at the top of its row."""
        y = self.tops[spot.row]
        return self.x[spot], y

    def bottom(self, spot: Spot) -> Point:
        """The middle of a place at the bottom of its row."""
        y = self.bottoms[spot.row]
        return self.x[spot], y

    def right(self, first: int, last: int) -> float:
        """The right end of all places in these rows."""
        ends = []
        for row in self.rows[first : last + 1]:
            for spot in row:
                _, reach = self.sides[spot]
                ends.append(self.x[spot] + reach)
        return max(ends)


def grid(
    rows: Rows,
    links: Links,
    sides: Mapping[Spot, Size],
    heights: Sequence[float],
    room: Mapping[int, float],
) -> Grid:
    """The rows with coordinates.

    `room` is the space that a row needs above itself for edges that run sideways there.
    """
    x = across(rows, links, sides)
    lean = _lean(links, x)
    tops = []
    bottoms = []
    top = MARGIN
    for row, height in enumerate(heights):
        tops.append(top)
        bottoms.append(top + height)
        after = row + 1
        gap = _gap(lean.get(after, 0), room.get(after, 0))
        top += height + gap
    return Grid(rows, x, sides, tops, bottoms)


def _lean(links: Links, x: Mapping[Spot, float]) -> dict[int, float]:
    """How far sideways an edge runs at most between the row before and each row."""
    lean: dict[int, float] = {}
    for upper, lower in links:
        sideways = abs(x[upper] - x[lower])
        most = lean.get(lower.row, 0.0)
        lean[lower.row] = max(most, sideways)
    return lean


def _gap(lean: float, room: float) -> float:
    """The distance between two rows."""
    extra = min(MOST, LEAN * lean)
    return ABOVE + extra + room


def across(rows: Rows, links: Links, sides: Mapping[Spot, Size]) -> dict[Spot, float]:
    """The middle of every place, after each row has moved many times to its neighbours.

    The last sweep runs from the top down and looks only at the row above. This makes edges straight
    wherever nothing is in their way.
    """
    above = neighbours(links)
    upward = [(lower, upper) for upper, lower in links]
    around = neighbours([*links, *upward])
    movable = [_row(row, sides, above) for row in rows]
    x: dict[Spot, float] = {}
    for row in movable:
        row.start(x)
    for sweep in range(SWEEPS):
        for row in reversed(movable) if sweep % 2 else movable:
            row.move(around, x)
    for row in movable:
        row.move(above, x)
    return _from_margin(x, sides)


def _from_margin(x: Mapping[Spot, float], sides: Mapping[Spot, Size]) -> dict[Spot, float]:
    """The places moved sideways, so that the leftmost begins at the margin."""
    ends = []
    for spot, place in x.items():
        reach, _ = sides[spot]
        ends.append(place - reach)
    left = min(ends, default=0.0)
    return {spot: place - left + MARGIN for spot, place in x.items()}


@dataclass(frozen=True)
class _Row:
    """A row that moves: its places, the distances between their middles, and their weights."""

    spots: Sequence[Spot]
    apart: Sequence[float]
    weights: Sequence[float]

    def start(self, x: dict[Spot, float]) -> None:
        """Put the places side by side around zero."""
        count = len(self.spots)
        places = spread([0.0] * count, self.apart)
        x.update(zip(self.spots, places, strict=True))

    def move(self, near: Mapping[Spot, Sequence[Spot]], x: dict[Spot, float]) -> None:
        """Move the places to the means of their neighbours, as far as the distances allow."""
        wanted = []
        for spot in self.spots:
            neighbourhood = near.get(spot, [spot])
            wanted.append(mean_place(neighbourhood, x))
        places = spread(wanted, self.apart, self.weights)
        x.update(zip(self.spots, places, strict=True))


def _row(
    row: Sequence[Spot], sides: Mapping[Spot, Size], above: Mapping[Spot, Sequence[Spot]]
) -> _Row:
    apart = []
    for left, right in pairwise(row):
        _, end = sides[left]
        start, _ = sides[right]
        apart.append(end + BESIDE + start)
    weights = [_weight(spot, above.get(spot, [])) for spot in row]
    return _Row(row, apart, weights)


def _weight(spot: Spot, above: Sequence[Spot]) -> float:
    """How strongly a place holds on to its neighbours: a place between two of an edge is stiff."""
    places = [spot, *above]
    on_edge = [place.target for place in places]
    if above and all(on_edge):
        return STIFF
    return 1.0


class _Block(NamedTuple):
    """Places that touch each other and move together."""

    level: float
    weight: float
    size: int


def spread(
    wanted: Sequence[float], apart: Sequence[float], weights: Sequence[float] = ()
) -> list[float]:
    """The places nearest to those wanted, by weighted squares, that keep order and distances.

    This is isotonic regression by the method of pool-adjacent-violators.

    >>> spread([0, 0, 10], [4, 4]), spread([0, 0], [4], [3, 1])
    ([-2.0, 2.0, 10.0], [-1.0, 3.0])
    """
    count = len(wanted)
    offsets = list(accumulate(apart, initial=0.0))[:count]
    blocks: list[_Block] = []
    for number, offset in enumerate(offsets):
        level = float(wanted[number] - offset)
        weight = weights[number] if weights else 1.0
        block = _Block(level, weight, 1)
        while blocks and blocks[-1].level > block.level:
            block = _merged(blocks.pop(), block)
        blocks.append(block)
    levels: list[float] = []
    for block in blocks:
        levels += [block.level] * block.size
    return [level + offset for level, offset in zip(levels, offsets, strict=True)]


def _merged(left: _Block, right: _Block) -> _Block:
    """Two blocks as one, at their weighted mean."""
    weight = left.weight + right.weight
    total = left.level * left.weight + right.level * right.weight
    return _Block(
        level=total / weight,
        weight=weight,
        size=left.size + right.size,
    )
