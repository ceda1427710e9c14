"""Cases: a question with its evidence, of which pairs of judgements are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from ragkit.evaluate.golden.swaps import Context
from ragkit.state import Passage
from ragkit.teach.judgement import Judgement, Pair
from ragkit.teach.material import Answered, Pool


@dataclass(frozen=True)
class Case:
    """A question with evidence of which pairs are made."""

    name: str
    """The id of its question, or of its passage."""
    group: str
    question: str
    passages: tuple[Passage, ...]
    """The evidence, in the order in which a judge reads it."""
    focus: tuple[Passage, ...]
    """Those that the question was asked for; the others are there to distract."""
    pool: Pool
    """All passages of the same part of the data."""
    answered: Answered | None = None
    """The question with its answer; None when the case has only a topic."""

    @cached_property
    def context(self) -> Context:
        """The evidence, to find values in."""
        types = self.pool.types
        return Context(self.passages, types)

    def about(self, passages: Sequence[Passage]) -> Case:
        """The case with other evidence."""
        evidence = tuple(passages)
        return replace(self, passages=evidence)


def made(kind: str, case: Case, yes: str, no: str, other: Case | None = None) -> Pair:
    """A pair of a kind: two texts that are asked, of one case, or the second of another one."""
    second = other or case
    name = _name(kind, [case, second], [yes, no])
    right = Judgement(
        pair=name,
        kind=kind,
        group=case.group,
        question=case.question,
        passages=case.passages,
        asked=yes,
        yes=True,
    )
    wrong = replace(
        right,
        question=second.question,
        passages=second.passages,
        asked=no,
        yes=False,
    )
    return Pair(right, wrong)


def _name(kind: str, cases: Sequence[Case], asked: Sequence[str]) -> str:
    """Twelve digits that are the same whenever the same pair is made."""
    content = [kind, *asked]
    for case in cases:
        content.append(case.question)
        for passage in case.passages:
            content.append(passage.text)
    digest = sha256("\0".join(content).encode())
    return digest.hexdigest()[:12]
