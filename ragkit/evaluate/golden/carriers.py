"""The golden questions of a corpus, each with the passages that carry its answer."""

from __future__ import annotations

from dataclasses import dataclass

from ragkit.evaluate.golden.questions import Question, folded_passages, load_questions, relevant
from ragkit.kit import Kit
from ragkit.thresholds import home


@dataclass(frozen=True)
class Golden(Question):
    """A golden question, and where the kit's passages state what its answer needs."""

    needs: tuple[frozenset[str], ...] = ()
    """For each fact of the answer, the ids of the passages that carry it; empty when the corpus
    does not have the answer."""

    @property
    def carriers(self) -> frozenset[str]:
        """The ids of all passages that carry some fact of the answer."""
        return frozenset[str]().union(*self.needs)


def golden(kit: Kit) -> dict[str, Golden]:
    """The golden questions of the kit's corpus by id, in the order of `questions.jsonl`.

    Raises `BadQuestions` when the corpus has no such file, or the file cannot be used.
    """
    letters = folded_passages(kit.corpus.passages)
    found = {}
    for question in load_questions(home(kit.corpus.folder) / "questions.jsonl"):
        needs = tuple(map(frozenset, relevant(question, letters)))
        found[question.id] = Golden(**vars(question), needs=needs)
    return found
