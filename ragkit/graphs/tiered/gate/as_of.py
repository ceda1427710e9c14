"""Say as of when the evidence is, where a question asks about now (tiered, section 5.3).

Documents are as old as they are, and nothing here knows what happened since. So the answer to a
question about now says the date of what it cites, or that there is none. It is added by rule,
behind the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.date_of import dates_of
from ragkit.kit import Kit
from ragkit.state import REFUSAL, Passage, RunState
from ragkit.text.cite import cited
from ragkit.text.questions import about_now
from ragkit.text.sentences import citations

DATED = "This is as of {date}, the date of the source."
UNDATED = "The source has no date, so this may have changed."


def as_of(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, answer · writes answer"""
    corpus = runtime.context.corpus.passages
    return {"answer": with_date(state.question, state.answer, state.passages, corpus)}


def with_date(
    question: str, answer: str, passages: Sequence[Passage], corpus: Sequence[Passage] = ()
) -> str:
    """An answer, with the date of what it cites where the question is about now.

    Of several dates it is the oldest. `corpus` has the other passages of the documents.

    >>> lab = Passage("l", "Mara leads the lab.", source="lab-2031.md")
    >>> with_date("Who leads the lab now?", "Mara leads the lab. [1]", [lab])
    'Mara leads the lab. [1] This is as of 2031, the date of the source.'
    """
    if not about_now(question) or answer in ("", REFUSAL):
        return answer
    # What is not cited says nothing about the answer's date.
    sources = cited(answer, passages) if citations(answer) else []
    found = dates_of(sources, corpus)
    if not found:
        return f"{answer} {UNDATED}"
    return f"{answer} {DATED.format(date=found[0])}"
