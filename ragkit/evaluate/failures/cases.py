"""What is known of a run of an experiment, and whether its answer is wrong.

Rows and questions are in every folder of results. Traces are not in those that were committed
without them, and some signs of a failure cannot be seen then (`rules.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.rows import BadResults, Results, Row
from ragkit.runs.trace_file import load
from ragkit.state import Passage
from ragkit.text.sentences import without_citations
from ragkit.trace import Trace

Outcome = Literal["right", "partly right", "wrong", "refused", "failed", "ungraded"]
"""How a run ended.

*right* is also a question without an answer that was refused, or a premise that was corrected.
*refused* is a question with an answer that got none. Only a *wrong* answer gets a label.
"""


@dataclass(frozen=True)
class Case:
    """A run: its row, its golden question, and its trace where it was saved."""

    row: Row
    question: Question
    folder: str = ""
    """The name of the folder of results."""
    trace: Trace | None = None

    @property
    def answer(self) -> str:
        """The answer without its citations."""
        return without_citations(self.row.answer)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The evidence that the run used; empty without a trace."""
        return self.trace.passages if self.trace else ()

    @cached_property
    def evidence(self) -> str:
        """The text of the evidence, with its headings."""
        return "\n".join(passage.searchable for passage in self.passages)


def outcome(row: Row) -> Outcome:
    """How a run ended, by the grades in its row."""
    if row.failed:
        return "failed"
    if row.held is not None:
        return "right" if row.held else "wrong"
    if row.refused:
        return "refused"
    if row.right is None:
        return "ungraded"
    if row.right == 1:
        return "right"
    return "partly right" if row.right > 0 else "wrong"


def cases(folder: Path, rows: Sequence[Row]) -> list[Case]:
    """The rows of a folder of results with their questions and saved traces.

    Raises `BadResults` for a row whose question is not in the folder, `BadQuestions`, and
    `TraceFileError` for a trace that cannot be read.
    """
    results = Results(folder)
    questions = {}
    for question in load_questions(folder / "questions.jsonl", locked=True):
        questions[question.id] = question
    found = []
    for row in rows:
        if row.question not in questions:
            raise BadResults(
                f"{results.file} has a run of the question {row.question!r}, which is not in "
                f"{folder / 'questions.jsonl'}; restore that file, or run the experiment again"
            )
        file = results.trace_file(row.key)
        trace = load(file) if file.is_file() else None
        found.append(Case(row, questions[row.question], folder.name, trace))
    return found
