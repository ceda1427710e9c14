"""A task: one exercise with what is said of it, and how an answer to it is checked.

What is said is in a notebook in `exercises/solutions/`; the check is a file in `exercises/checks/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

Kind = Literal["fill in", "predict", "bug hunt", "adversary", "build a node", "read a trace"]
Level = Literal[1, 2, 3]
Trials = Callable[[Answer, Random], Iterator[Trial]]
"""A function that puts questions to an answer, with inputs that it draws at random.

What it draws must not depend on what the answer returns, so that a seed repeats it.
"""


@dataclass(frozen=True)
class Words:
    """What a notebook says of an exercise."""

    id: str
    """The number of the notebook that it follows, and a name: `02-rrf`."""
    title: str
    follows: str
    """The notebook that comes before it, as the name of its file without ending."""
    kind: Kind
    level: Level
    """1: one idea. 2: several, or one with traps. 3: a small design."""
    minutes: int
    """The author's estimate for a learner who has just read the notebook; nobody was timed."""
    name: str
    """The function or variable in the notebook that is checked."""
    hints: tuple[str, str, str]
    """Three steps, from a nudge to the last one before the answer, and none is the answer."""


@dataclass(frozen=True)
class Task(Words):
    """One exercise, ready to be checked."""

    trials: Trials
    misconceptions: Mapping[str, Any]
    """Answers that are wrong in a way that people are often wrong in, each by what it does.

    The check must reject them. Where an answer gives the same as one of them, the learner is told.
    """
    own: Own = field(default_factory=Own)
    """What varies from learner to learner."""
    in_variant: Callable[[], Mapping[str, Any]] | None = None
    """Gives the misconceptions of the present variant, where they are values and no functions."""

    def wrong_answers(self) -> Mapping[str, Any]:
        """The misconceptions of the present variant."""
        return self.misconceptions if self.in_variant is None else self.in_variant()
