"""Coordinates for rows of places: each as near to its neighbours above and below as its row allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ragkit.widgets.drawing.layers import Rows, Spot

Size = tuple[float, float]
Links = Sequence[tuple[Spot, Spot]]
MARGIN = 10.0
BESIDE = 14.0
"""Between two places of a row."""
ABOVE, LEAN, MOST = 16.0, 0.1, 26.0
"""Between two rows: at least this, more where an edge leans, at most so much more."""
STIFF = 8.0
"""How much more it counts that a long edge is straight than that a node stands in the middle of its neighbours."""
SWEEPS = 100


@dataclass(frozen=True)
class Grid:
    """Where each place stands: its middle, how far it reaches to either side, and its row's top and bottom."""

    rows: Rows
    x: dict[Spot, float]
    sides: Mapping[Spot, Size]
    tops: list[float]
    bottoms: list[float]

    def right(self, first: int, last: int) -> float:
        """The right end of what stands in these rows."""
        return max(self.x[s] + self.sides[s][1] for row in self.rows[first : last + 1] for s in row)


def grid(
    rows: Rows, links: Links, sides: Mapping[Spot, Size], heights: Sequence[float], room: Mapping[int, float]
) -> Grid:
    """The rows placed; `room` is what a row needs above itself for edges that run sideways there."""
    x = across(rows, links, sides)
    lean = {lower.row: 0.0 for _, lower in links}
    for upper, lower in links:
        lean[lower.row] = max(lean[lower.row], abs(x[upper] - x[lower]))
    gaps = [ABOVE + min(MOST, LEAN * lean.get(row, 0)) + room.get(row, 0) for row in range(1, len(rows))]
    tops = list(accumulate((h + gap for h, gap in zip(heights, gaps, strict=False)), initial=MARGIN))
    return Grid(rows, x, sides, tops, [top + height for top, height in zip(tops, heights, strict=True)])


def across(rows: Rows, links: Links, sides: Mapping[Spot, Size]) -> dict[Spot, float]:
    """The middle of every place: each row moves to where its neighbours want it, at last from the top down.

    The last time only what stands above counts, which makes edges straight wherever nothing is in their way.
    """
    above, below = _near(links), _near([(lower, upper) for upper, lower in links])
    apart = [[sides[a][1] + BESIDE + sides[b][0] for a, b in pairwise(row)] for row in rows]
    x = {spot: place for row, gaps in zip(rows, apart, strict=True)
         for spot, place in zip(row, spread([0.0] * len(row), gaps), strict=True)}  # fmt: skip
    for sweep in range(SWEEPS + 1):
        for row, gaps in list(zip(rows, apart, strict=True))[:: -1 if sweep % 2 else 1]:
            near = {s: above.get(s, []) + (below.get(s, []) if sweep < SWEEPS else []) for s in row}
            wanted = [sum(x[n] for n in near[s]) / len(near[s]) if near[s] else x[s] for s in row]
            stiff = [STIFF if s.target and s in above and above[s][0].target else 1.0 for s in row]
            x |= dict(zip(row, spread(wanted, gaps, stiff), strict=True))
    left = min((x[s] - sides[s][0] for s in x), default=0.0)
    return {spot: place - left + MARGIN for spot, place in x.items()}


def _near(links: Links) -> dict[Spot, list[Spot]]:
    found: dict[Spot, list[Spot]] = {}
    for neighbour, spot in links:
        found.setdefault(spot, []).append(neighbour)
    return found


def spread(wanted: Sequence[float], apart: Sequence[float], weights: Sequence[float] = ()) -> list[float]:
    """The places nearest to those wanted, by weighted squares, that keep their order and their distances.

    >>> spread([0, 0, 10], [4, 4]), spread([0, 0], [4], [3, 1])
    ([-2.0, 2.0, 10.0], [-1.0, 3.0])
    """
    offsets = list(accumulate(apart, initial=0.0))[: len(wanted)]
    blocks: list[tuple[float, float, int]] = []
    for want, offset, weight in zip(wanted, offsets, weights or [1.0] * len(wanted), strict=True):
        level, many = float(want - offset), 1
        while blocks and blocks[-1][0] > level:
            before, heavy, more = blocks.pop()
            level, weight, many = (before * heavy + level * weight) / (heavy + weight), heavy + weight, more + many
        blocks.append((level, weight, many))
    levels = [level for level, _, many in blocks for _ in range(many)]
    return [level + offset for level, offset in zip(levels, offsets, strict=True)]
