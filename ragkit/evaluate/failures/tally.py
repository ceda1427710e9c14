"""The counts of failure modes, by benchmark: a folder of results, a kind of question, or a system.

A benchmark of the paper is a dataset (tiered, figure 5). Here it is what the wrong answers are
grouped by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ragkit.evaluate.failures.by_judge import by_judge
from ragkit.evaluate.failures.cases import Case, Outcome, outcome
from ragkit.evaluate.failures.rules import MODES, UNLABELLED, Label, Mode, by_rule
from ragkit.judges import Judge

Labelled = tuple[Case, Label | None]
"""A run and the label of its answer; None for an answer that is not wrong."""
By = Literal["folder", "kind", "system"]
"""What wrong answers may be grouped by."""
GROUPS: tuple[By, ...] = get_args(By)
COLUMNS = (*MODES, UNLABELLED)
"""The columns of the heat map."""
_KEYS: dict[By, Callable[[Case], str]] = {
    "folder": lambda case: case.folder,
    "kind": lambda case: case.row.kind,
    "system": lambda case: case.row.system,
}


@dataclass(frozen=True)
class Tally:
    """The counts of a benchmark."""

    name: str
    outcomes: Counter[Outcome]
    modes: Counter[str]
    """The number of wrong answers in each of `COLUMNS`."""
    said_by: Counter[str]
    """The number of labels by rule, by judge, and by nobody."""
    unseen: Counter[Mode]
    """The number of wrong answers of which a mode could not be looked at, without a trace."""

    @property
    def n(self) -> int:
        """The number of runs that were graded."""
        return self.outcomes.total() - self.outcomes["failed"] - self.outcomes["ungraded"]

    @property
    def wrong(self) -> int:
        """The number of wrong answers."""
        return self.outcomes["wrong"]

    def share(self, column: str) -> float:
        """The wrong answers of a column as a fraction of the graded runs; 0 without any.

        >>> outcomes = Counter[Outcome]({"wrong": 2, "right": 2, "failed": 9})
        >>> one = Tally("t", outcomes, Counter({"vagueness": 1}), Counter(), Counter())
        >>> one.share("vagueness"), one.share("unlabelled")
        (0.25, 0.0)
        """
        return self.modes[column] / self.n if self.n else 0.0


def labelled(cases: Sequence[Case], judge: Judge | None = None) -> list[Labelled]:
    """Every run with the label of its answer, if that is wrong.

    A rule labels it; where none does, the judge, if there is one.
    """
    found: list[Labelled] = []
    for case in cases:
        if outcome(case.row) != "wrong":
            found.append((case, None))
            continue
        label = by_rule(case)
        if judge is not None:
            label = by_judge(judge, case, label)
        found.append((case, label))
    return found


def tallies(found: Sequence[Labelled], by: By) -> list[Tally]:
    """The counts of each group, in the order in which the groups first appear."""
    groups: dict[str, Tally] = {}
    for case, label in found:
        name = _KEYS[by](case)
        if name not in groups:
            groups[name] = Tally(name, Counter(), Counter(), Counter(), Counter())
        _count(groups[name], case, label)
    return list(groups.values())


def _count(one: Tally, case: Case, label: Label | None) -> None:
    one.outcomes[outcome(case.row)] += 1
    if label is None:
        return
    one.modes[label.mode or UNLABELLED] += 1
    one.said_by[label.by] += 1
    one.unseen.update(label.unseen)
