"""The part of a run that a map shows: which nodes and edges are on, and which rules fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ragkit.trace import Step
from ragkit.widgets.drawing.layers import Edge


@dataclass(frozen=True)
class Progress:
    """The steps of a run that are shown, and how often it went along each edge."""

    steps: Sequence[Step]
    counts: Counter[Edge]
    has_run: bool
    """Whether there is a run at all; without one, nothing is on or off."""
    replayed: bool
    """Whether the run is shown up to a step, which is then marked."""

    def ran(self, node: str) -> dict[int, Step]:
        """The steps at which a node ran, by their numbers."""
        found = {}
        for number, step in enumerate(self.steps, start=1):
            if step.node == node:
                found[number] = step
        return found

    def fired(self, edge: Edge) -> set[str]:
        """The issues that led the run along an edge."""
        issues = set()
        for step in self.steps:
            rule = step.rule
            if rule and edge == (step.node, rule.do):
                issues.add(rule.when)
        return issues

    def edge_kind(self, edge: Edge) -> str:
        """The CSS class of an edge."""
        times = self.counts[edge]
        return self._kind(times > 0)

    def node_kind(self, node: str) -> str:
        """The CSS classes of a node."""
        # Start and end never run; they are on where the run took one of their edges.
        touched = any(node in edge for edge in self.counts)
        kind = self._kind(touched or bool(self.ran(node)))
        last = self.steps[-1].node if self.steps else ""
        if self.replayed and node == last:
            return f"{kind} now"
        return kind

    def _kind(self, on: bool) -> str:
        if not self.has_run:
            return ""
        return "on" if on else "off"
