"""The race on the half to choose on: which system is asked next, and which cannot win any more.

All systems are asked the same questions, so that their values are compared in pairs. A system whose
paired interval is wholly below the leader's is not asked any more (Maron and Moore, 1994: racing).
What is counted is the rows alone. So a race that was stopped goes on as if it had not been, and a
system that was left behind comes back if its leader falls.

Looking after each question makes an interval of 95 % too hopeful. This costs the choice alone: what
is reported comes from the other half, which nobody looked at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import Outcomes, advantage, outcomes, value
from ragkit.score import Score

ENOUGH = 12
"""Minimum number of questions after which a system may be left behind (docs/study.md)."""


@dataclass(frozen=True)
class Standing:
    """Where a system is in the race."""

    system: str
    value: Score
    """Its mean value so far, at the price of a wrong answer."""
    gap: Score
    """Its value less the leader's, on the questions that both were asked."""
    asked: int
    """How many questions it was asked."""

    @property
    def is_behind(self) -> bool:
        """Whether its interval says that it cannot win."""
        gap = self.gap
        is_below = gap.high < 0
        return is_below and gap.n >= ENOUGH


def standings(rows: Sequence[Row], systems: Sequence[str], price: float) -> list[Standing]:
    """The systems, best first; those that are left behind come last.

    Before any answer the order is that of `systems`.
    """
    ends: Mapping[str, Outcomes] = outcomes(rows)
    values = {system: value(ends.get(system, {}), price) for system in systems}
    leader = max(systems, key=lambda system: _rank(values[system]))
    found = []
    for system in systems:
        own = ends.get(system, {})
        gap = advantage(own, ends.get(leader, {}), price)
        found.append(Standing(system, values[system], gap, len(own)))
    return sorted(found, key=lambda one: (one.is_behind, -_rank(one.value)))


def _rank(worth: Score) -> float:
    """The mean, and the least of all where nothing was graded."""
    return worth.mean if worth.n else -math.inf


def next_run(
    rows: Sequence[Row], systems: Sequence[str], questions: Sequence[str], price: float
) -> tuple[str, str] | None:
    """The next system and the question that it is asked, by its id; None at the end.

    Questions come in order, so that all systems in the race have the same. Of one question the best
    system is asked first, because the budget may end before the others.
    """
    ranked = standings(rows, systems, price)
    racing = [one.system for one in ranked if not one.is_behind]
    return next_of_all(rows, racing, questions)


def next_of_all(
    rows: Sequence[Row], systems: Sequence[str], questions: Sequence[str]
) -> tuple[str, str] | None:
    """The next system and question without a row, question by question; None at the end."""
    done = {(row.system, row.question) for row in rows}
    for question in questions:
        for system in systems:
            if (system, question) not in done:
                return system, question
    return None
