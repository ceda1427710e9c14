"""How often an agent may still call each tool, and what it is told when it may not.

A model at temperature 0 that reads the same reply makes the same call again, for ever. A warning
does not help: what helps is a call that brings nothing new, and names what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ragkit.state import Found
from ragkit.text.counted import counted
from ragkit.tools.grains import TOOLS

SPENT = "{name} was called {times} and is used up, so this is its last result again. Left: {left}."
NOTHING = "no tool, so answer now"


@dataclass
class Allowance:
    """What is left for one run of an agent."""

    budgets: Mapping[str, int] = field(
        default_factory=lambda: {name: tool.budget for name, tool in TOOLS.items()}
    )
    """How often each tool may be called."""
    used: Counter[str] = field(default_factory=Counter)
    """How often each tool was called."""
    last: dict[str, Found] = field(default_factory=dict)
    """What each tool found last."""

    @property
    def left(self) -> dict[str, int]:
        """How often each tool may still be called; without those that may not.

        >>> Allowance({"look": 2, "ask": 1}, Counter(look=1, ask=1)).left
        {'look': 1}
        """
        left = {}
        for name, budget in self.budgets.items():
            if budget > self.used[name]:
                left[name] = budget - self.used[name]
        return left

    def may(self, name: str) -> bool:
        """Whether a tool may be called once more."""
        return name in self.left

    def spend(self, name: str, found: Found) -> Found:
        """Note a call and what it found."""
        self.used[name] += 1
        self.last[name] = found
        return found

    def again(self, name: str) -> Found:
        """The last result of a tool that is used up, with a note that names what is left."""
        left = [f"{other} ({counted(times, 'time')})" for other, times in self.left.items()]
        note = SPENT.format(
            name=name,
            times=counted(self.used[name], "time"),
            left=", ".join(left) or NOTHING,
        )
        last = self.last.get(name, Found([]))
        return replace(last, notes=[*last.notes, note])
