"""Rows for a drawing of a directed graph: cycles broken, nodes in layers, few crossings.

These are the first steps of Sugiyama's method. Between two rows of nodes is a row for the labels
of the edges, so that an edge has a place of its own in every row that it passes. `layout` gives
the places their coordinates.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

Edge = tuple[str, str]
Rows = list[list["Spot"]]
Rank = tuple[int, int]
SWEEPS = 8
"""Number of passes over the rows that look for an order with fewer crossings."""


class Spot(NamedTuple):
    """A place in a row: that of a node, or, with a target, that of an edge on its way."""

    row: int
    source: str
    target: str = ""


Links = Sequence[tuple[Spot, Spot]]


def back_edges(nodes: Sequence[str], edges: Collection[Edge]) -> set[Edge]:
    """The edges that close a cycle, found by a depth-first search that tries nodes in their order.

    A target that leads on to other targets of the same node is tried first. Otherwise the edges of
    a detour would be taken for edges back.

    >>> sorted(back_edges("abc", [("a", "b"), ("b", "c"), ("c", "a"), ("b", "b")]))
    [('b', 'b'), ('c', 'a')]
    """
    targets = _targets(nodes, edges)
    found = set[Edge]()
    path = dict[str, Iterator[str]]()
    done = set[str]()
    for root in nodes:
        if root not in done:
            path[root] = iter(targets[root])
        while path:
            node = next(reversed(path))
            target = next(path[node], None)
            if target is None:
                path.popitem()
                done.add(node)
            elif target in path:
                found.add((node, target))
            elif target not in done:
                path[target] = iter(targets[target])
    return found


def _targets(nodes: Sequence[str], edges: Collection[Edge]) -> dict[str, list[str]]:
    """The nodes after each node, in the order in which the search tries them."""
    after = {node: [target for target in nodes if (node, target) in edges] for node in nodes}
    tried = {}
    for node, targets in after.items():
        shared = {}
        for target in targets:
            both = set(after[target]) & set(targets)
            shared[target] = len(both)
        tried[node] = sorted(targets, key=shared.__getitem__, reverse=True)
    return tried


def layers(nodes: Sequence[str], forward: Collection[Edge]) -> dict[str, int]:
    """The depth of each node: the number of edges on the longest path to it.

    >>> layers("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 0, 'b': 1, 'c': 2}
    """
    before = {node: list[str]() for node in nodes}
    for source, target in forward:
        before[target].append(source)
    depth = dict[str, int]()
    for node in TopologicalSorter(before).static_order():
        depths = [depth[source] for source in before[node]]
        depth[node] = 1 + max(depths, default=-1)
    return depth


def ways(
    edges: Collection[Edge], back: Collection[Edge], depth: Mapping[str, int]
) -> dict[Edge, list[Spot]]:
    """The places that an edge runs through, one in each row.

    An edge back has only its start and the place of its label, because it leaves the rows there.
    """
    found = {}
    for edge in edges:
        source, target = edge
        start = Spot(2 * depth[source], source)
        end = Spot(2 * depth[target], target)
        after = start.row + 1
        if edge in back:
            found[edge] = [start, Spot(after, *edge)]
        else:
            bends = [Spot(row, *edge) for row in range(after, end.row)]
            found[edge] = [start, *bends, end]
    return found


def ordered(
    depth: Mapping[str, int], back: Collection[Edge], runs: Mapping[Edge, Sequence[Spot]]
) -> Rows:
    """The rows, each from left to right, in the order with the fewest crossings that was found.

    Barycentre sweeps run down and up in turn. Nodes of edges back start on the right, because
    these edges run there.
    """
    links = [link for run in runs.values() for link in pairwise(run)]
    rows = _first_rows(depth, back, runs)
    rank = {spot: _rank(spot, back, depth) for row in rows for spot in row}
    best = rows
    for sweep in range(SWEEPS):
        rows = _swept(rows, links, rank, down=sweep % 2 == 0)
        if crossings(rows, links) < crossings(best, links):
            best = rows
    return best


def _first_rows(
    depth: Mapping[str, int], back: Collection[Edge], runs: Mapping[Edge, Sequence[Spot]]
) -> Rows:
    """All places in their rows, before any sweep."""
    spots = [Spot(2 * layer, node) for node, layer in depth.items()]
    for run in runs.values():
        spots += run[1:]
    busy = {node for edge in back for node in edge}
    order = {}
    for spot in spots:
        order[spot] = (
            _rank(spot, back, depth),
            bool(spot.target),
            spot.source in busy,
        )
    deepest = max(depth.values(), default=0)
    rows: Rows = [[] for _ in range(2 * deepest + 2)]
    for spot in sorted(order, key=order.__getitem__):
        rows[spot.row].append(spot)
    return rows


def _rank(spot: Spot, back: Collection[Edge], depth: Mapping[str, int]) -> Rank:
    """Sort key that puts edges back on the right, the shortest one last, so that they nest."""
    edge = (spot.source, spot.target)
    if edge in back:
        return 1, depth[spot.target]
    return 0, 0


def _swept(rows: Rows, links: Links, rank: Mapping[Spot, Rank], down: bool) -> Rows:
    """Every row sorted by the mean place of its neighbours in the row before."""
    if not down:
        links = [(lower, upper) for upper, lower in links]
        rows = rows[::-1]
    near = neighbours(links)
    place = _places(rows)
    swept = []
    for row in rows:
        order = {}
        for spot in row:
            neighbourhood = near.get(spot, [spot])
            order[spot] = (rank[spot], mean_place(neighbourhood, place))
        row = sorted(row, key=order.__getitem__)
        swept.append(row)
        place |= _places([row])
    if down:
        return swept
    return swept[::-1]


def _places(rows: Rows) -> dict[Spot, float]:
    """The place of each spot in its row, counted from the left."""
    places = {}
    for row in rows:
        for place, spot in enumerate(row):
            places[spot] = float(place)
    return places


def neighbours(links: Links) -> dict[Spot, list[Spot]]:
    """The first places of the links by their second."""
    near: dict[Spot, list[Spot]] = {}
    for neighbour, spot in links:
        near.setdefault(spot, []).append(neighbour)
    return near


def mean_place(spots: Sequence[Spot], place: Mapping[Spot, float]) -> float:
    """The mean of the places of some spots."""
    places = [place[spot] for spot in spots]
    return sum(places) / len(places)


def crossings(rows: Rows, links: Links) -> int:
    """The number of pairs of edges that cross between two neighbouring rows."""
    place = _places(rows)
    gaps: dict[int, list[tuple[float, float]]] = {}
    for upper, lower in links:
        left = place[upper]
        right = place[lower]
        gap = gaps.setdefault(upper.row, [])
        gap.append((left, right))
    return sum(map(_inversions, gaps.values()))


def _inversions(gap: Sequence[tuple[float, float]]) -> int:
    """The number of pairs that are in the other order below than above."""
    seen = list[float]()
    count = 0
    for _, lower in sorted(gap):
        count += len(seen) - bisect_right(seen, lower)
        insort(seen, lower)
    return count
