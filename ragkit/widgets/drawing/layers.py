"""Rows for a drawing of a directed graph: circles opened, nodes layered, each row ordered for few crossings.

The first steps of Sugiyama's method. Between two rows of nodes lies a row for what is written on the edges, so that
an edge has a place of its own in every row that it passes. `layout` gives the places their coordinates.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

Edge = tuple[str, str]
Rows = list[list["Spot"]]
SWEEPS = 8


class Spot(NamedTuple):
    """A place in a row: a node's, or, with a target, that of an edge on its way."""

    row: int
    source: str
    target: str = ""


def back_edges(nodes: Sequence[str], edges: Collection[Edge]) -> set[Edge]:
    """The edges that close a circle, found by depth-first search that tries nodes in their order.

    Of a node's next ones those are tried first that lead to others of them: a detour is no way back.

    >>> sorted(back_edges("abc", [("a", "b"), ("b", "c"), ("c", "a"), ("b", "b")]))
    [('b', 'b'), ('c', 'a')]
    """
    next_to = {node: [target for target in nodes if (node, target) in edges] for node in nodes}
    after = {node: _tried(targets, next_to) for node, targets in next_to.items()}
    found, path, done = set[Edge](), dict[str, Iterator[str]](), set[str]()
    for root in nodes:
        if root not in done:
            path[root] = iter(after[root])
        while path:
            node = next(reversed(path))
            new = next((target for target in path[node] if target in path or target not in done), None)
            if new is None:
                path.popitem()
                done.add(node)
            elif new in path:
                found.add((node, new))
            else:
                path[new] = iter(after[new])
    return found


def _tried(targets: Sequence[str], next_to: Mapping[str, Sequence[str]]) -> list[str]:
    return sorted(targets, key=lambda target: -len(set(next_to[target]) & set(targets)))


def layers(nodes: Sequence[str], forward: Collection[Edge]) -> dict[str, int]:
    """How deep each node lies: the longest way to it, in edges.

    >>> layers("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    {'a': 0, 'b': 1, 'c': 2}
    """
    before = {node: [source for source, target in forward if target == node] for node in nodes}
    depth = dict[str, int]()
    for node in TopologicalSorter(before).static_order():
        depth[node] = 1 + max((depth[source] for source in before[node]), default=-1)
    return depth


def ways(edges: Collection[Edge], back: Collection[Edge], depth: Mapping[str, int]) -> dict[Edge, list[Spot]]:
    """The places that an edge runs through, a row each; a back edge leaves the rows below its source."""
    found = {}
    for source, target in edges:
        first, last = 2 * depth[source], 2 * depth[target]
        stop = first + 2 if (source, target) in back else last
        bends = [Spot(row, source, target) for row in range(first + 1, stop)]
        end = [] if (source, target) in back else [Spot(last, target)]
        found[source, target] = [Spot(first, source), *bends, *end]
    return found


def ordered(depth: Mapping[str, int], back: Collection[Edge], runs: Mapping[Edge, Sequence[Spot]]) -> Rows:
    """The rows, each from left to right: barycentre sweeps down and up, of which the order with fewest crossings stays.

    Whatever takes part in a back edge stands right where nothing else decides, since back edges run there.
    """
    busy = {node for edge in back for node in edge}
    spots = [Spot(2 * layer, node) for node, layer in depth.items()] + [s for run in runs.values() for s in run[1:]]
    spots = sorted(dict.fromkeys(spots), key=lambda spot: (bool(spot.target), spot.source in busy))
    links = [link for run in runs.values() for link in pairwise(run)]
    rows: Rows = [[s for s in spots if s.row == row] for row in range(2 * max(depth.values(), default=0) + 2)]
    best = rows = [sorted(row, key=lambda spot: _last(spot, back, depth)) for row in rows]
    for sweep in range(SWEEPS):
        rows = _swept(rows, links, sweep % 2 == 0, back, depth)
        best = min(best, rows, key=lambda tried: crossings(tried, links))
    return best


def _swept(
    rows: Rows, links: Sequence[tuple[Spot, Spot]], down: bool, back: Collection[Edge], depth: Mapping[str, int]
) -> Rows:
    """Every row sorted by the mean place of its neighbours in the row before."""
    near: dict[Spot, list[Spot]] = {}
    for upper, lower in links:
        near.setdefault(lower if down else upper, []).append(upper if down else lower)
    place = {spot: float(i) for row in rows for i, spot in enumerate(row)}
    swept = []
    for row in rows if down else rows[::-1]:
        mean = {s: sum(place[n] for n in near[s]) / len(near[s]) if s in near else place[s] for s in row}
        order = {s: (*_last(s, back, depth), mean[s]) for s in row}
        swept.append(sorted(row, key=order.__getitem__))
        place |= {spot: float(i) for i, spot in enumerate(swept[-1])}
    return swept if down else swept[::-1]


def _last(spot: Spot, back: Collection[Edge], depth: Mapping[str, int]) -> tuple[int, int]:
    """Back edges leave on the right, the one with the shortest way last, so that their ways nest."""
    leaves = (spot.source, spot.target) in back
    return (1, depth[spot.target]) if leaves else (0, 0)


def crossings(rows: Rows, links: Sequence[tuple[Spot, Spot]]) -> int:
    """How many pairs of edges cross between neighbouring rows."""
    place = {spot: i for row in rows for i, spot in enumerate(row)}
    gaps: dict[int, list[tuple[int, int]]] = {}
    for upper, lower in links:
        gaps.setdefault(upper.row, []).append((place[upper], place[lower]))
    return sum(map(_inversions, gaps.values()))


def _inversions(gap: Sequence[tuple[int, int]]) -> int:
    seen, found = list[int](), 0
    for _, lower in sorted(gap):
        found += len(seen) - bisect_right(seen, lower)
        insort(seen, lower)
    return found
