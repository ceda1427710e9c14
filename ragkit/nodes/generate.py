"""Write the answer from the evidence, or refuse in exact words (adaptive, section 4.6).

A draft that was rejected is shown to the model as what not to write again (adaptive, eq. 12).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.model.briefing import brief
from ragkit.model.chat import invocation_of
from ragkit.model.llm import say
from ragkit.state import REFUSAL, Passage, RunState
from ragkit.text.cite import cite, recited
from ragkit.text.sentences import without_citations
from ragkit.text.words import words

ANSWER = (
    "Answer this question from the passages: {question}\n"
    "One or two full sentences, with the exact names, numbers and formulas of the passages."
)
OR_REFUSE = f"If the passages do not hold the answer, reply instead with exactly: {REFUSAL}"
NOT_AGAIN = (
    "These drafts were rejected, because the passages do not state what they say. "
    "Write something else:\n{drafts}"
)


def generate(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer"""
    kit = runtime.context
    may_refuse = kit.settings.may_refuse
    answer = write_answer(kit.writer, state.question, state.passages, may_refuse)
    return {"answer": answer}


def write_answer(
    llm: BaseChatModel,
    question: str,
    passages: Sequence[Passage],
    may_refuse: bool = False,
    rejected: Sequence[str] = (),
    hopped: Collection[str] = (),
) -> str:
    """An answer with citations such as [1], or the exact refusal.

    Without passages it is always the refusal. `may_refuse` lets the model decide that the passages
    do not contain the answer. The embedded model then also refuses questions that it could answer
    (docs/decisions.md), so by default this decision is left to a critic. `rejected` are drafts to
    avoid. `hopped` are the ids of passages that a second hop found.
    """
    wishes = [ANSWER.format(question=question)]
    # A taught writer was taught when to refuse, in these words.
    if may_refuse or invocation_of(llm):
        wishes.append(OR_REFUSE)
    if rejected:
        drafts = [f"- {without_citations(draft)}" for draft in rejected]
        wishes.append(NOT_AGAIN.format(drafts="\n".join(drafts)))
    return written(llm, question, passages, " ".join(wishes), hopped)


def written(
    llm: BaseChatModel,
    question: str,
    passages: Sequence[Passage],
    wish: str,
    hopped: Collection[str] = (),
) -> str:
    """What a model writes from the evidence, with citations such as [1], or the exact refusal.

    Without passages it is always the refusal.
    """
    if not passages:
        return REFUSAL
    prompt = brief(question, passages, wish, invocation_of(llm))
    reply = str(say(llm, prompt).content)
    reply = reply.strip()
    if _is_refusal(reply):
        return REFUSAL
    if invocation_of(llm):
        return recited(reply, passages, hopped) or REFUSAL
    return cite(reply, passages, hopped)


def _is_refusal(reply: str) -> bool:
    """Whether a reply contains the refusal in any case, or no words apart from citations."""
    refusal = REFUSAL.rstrip(".").casefold()
    if refusal in reply.casefold():
        return True
    return not words(without_citations(reply))
