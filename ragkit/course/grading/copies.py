"""Wrong answers that are right for the variant of another learner.

It proves nothing: a learner may have come to another variant by a mistake. It says with whom to
talk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragkit.course.exercises.verdict import Verdict
from ragkit.course.grading.marks import Marks


@dataclass(frozen=True)
class Copy:
    """One answer that fits another variant."""

    learner: str
    task: str
    variant: str
    """What that variant says."""
    owners: tuple[str, ...]
    """The learners who handed in work on it, or nobody."""


def copies(every: Sequence[Marks]) -> Iterator[Copy]:
    """Yield the answers of a class that fit another variant, each with those whose variant it is.

    >>> ada = Verdict("02-rrf", "Fuse", True, 1, variant="Count from 2.")
    >>> bob = Verdict("02-rrf", "Fuse", False, 1, variant="Count from 3.", another="Count from 2.")
    >>> from ragkit.course.grading.grade import Graded
    >>> marked = [Marks("Ada", [Graded("a", (ada,))]), Marks("Bob", [Graded("b", (bob,))])]
    >>> [(one.learner, one.owners) for one in copies(marked)]
    [('Bob', ('Ada',))]
    """
    owners = defaultdict(set)
    for one, verdict in _verdicts(every):
        owners[verdict.task, verdict.variant].add(one.learner)
    for one, verdict in _verdicts(every):
        if verdict.another:
            of = sorted(owners[verdict.task, verdict.another])
            yield Copy(one.learner, verdict.task, verdict.another, tuple(of))


def _verdicts(every: Sequence[Marks]) -> Iterator[tuple[Marks, Verdict]]:
    for one in every:
        for verdict in one.verdicts():
            yield one, verdict
