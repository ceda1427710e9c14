"""Write the answer from the evidence, or say in exactly these words that it cannot be had from it.

papers/000, section 4.6. A draft that was rejected is shown to the model as what not to write again (eq. 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.briefing import brief
from ragkit.cite import cite
from ragkit.claims import citations, without_citations
from ragkit.kit import Kit
from ragkit.llm import say
from ragkit.readings import rivals, with_readings
from ragkit.sparse import words
from ragkit.state import REFUSAL, Passage, RAGState

ANSWER = (
    "Answer this question from the passages: {question}\n"
    "One or two full sentences, with the exact names, numbers and formulas of the passages."
)
OR_REFUSE = f"If the passages do not hold the answer, reply instead with exactly: {REFUSAL}"
NOT_AGAIN = (
    "These drafts were rejected, because the passages do not state what they say. Write something else:\n{drafts}"
)


def generate(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer"""
    kit = runtime.context
    return {"answer": write_answer(kit.llm, state.question, state.passages, kit.settings.may_refuse)}


def draft(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, rejected · writes draft, notes"""
    kit = runtime.context
    text = write_answer(kit.llm, state.question, state.passages, kit.settings.may_refuse, state.rejected)
    others = rivals(state.question, state.passages, text, kit.retriever.sparse.rarity, kit.settings.rival_from)
    judge, least = kit.judge, kit.settings.reading_from
    text, notes = with_readings(kit.llm, judge, state.question, state.passages, text, others, least)
    wrong = [n for n in citations(text) if not 1 <= n <= len(state.passages)]
    notes += [f"the draft cites passages that are not there: {wrong}"] if wrong else []
    return {"draft": text, "notes": notes}


def write_answer(
    llm: BaseChatModel, question: str, passages: Sequence[Passage], may_refuse: bool = False,
    rejected: Sequence[str] = (),
) -> str:  # fmt: skip
    """An answer with citations such as [1], or the exact refusal: always when there is no passage to answer from.

    `may_refuse` lets the model decide that the passages do not hold the answer. The embedded model then refuses what
    it could answer (docs/decisions.md), so by default that is left to a critic. `rejected` are drafts to avoid.
    """
    if not passages:
        return REFUSAL
    wishes = [ANSWER.format(question=question)]
    wishes += [OR_REFUSE] if may_refuse else []
    wishes += (
        [NOT_AGAIN.format(drafts="\n".join(f"- {without_citations(draft)}" for draft in rejected))] if rejected else []
    )
    reply = str(say(llm, brief(question, passages, " ".join(wishes))).content).strip()
    says_nothing = not words(without_citations(reply))
    refuses = REFUSAL.rstrip(".").casefold() in reply.casefold()
    return REFUSAL if refuses or says_nothing else cite(reply, passages)
