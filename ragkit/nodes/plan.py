"""Decide what to search for and how deep; on a retry, search with other words (papers/000, sections 4.2, 4.4).

Three questions: did something like this fail before, how complex is it, what are its parts? Complexity is a
heuristic that anybody can recompute by hand; only a very complex question costs a model call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from ragkit.chat_errors import Unreadable
from ragkit.complexity import complexity
from ragkit.kit import Kit
from ragkit.llm import ask
from ragkit.refine import refined
from ragkit.sparse import words
from ragkit.state import RAGState

DECOMPOSE = (
    "Question: {question}\n\nWhich two to four simpler questions must be looked up to answer it? Each must stand alone "
    "and name what it is about. Add nothing that was not asked."
)
MOST_SHARED = 0.9
"""A sub-question with more of the question's words than this is a paraphrase of the whole."""


class Parts(BaseModel):
    """What the model fills in."""

    questions: Annotated[list[Annotated[str, Field(max_length=160)]], Field(min_length=1, max_length=4)]


def plan(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, tried, policy, complexity, memories, grades, feedback, claims, risk · writes loop,
    queries, tried, policy, complexity, memories, notes
    """
    kit = runtime.context
    return _again(state, kit) if state.queries else _first(state.question, kit)


def _first(question: str, kit: Kit) -> dict[str, Any]:
    memories = kit.memory.match(question, kit.settings.match_above) if kit.memory is not None else []
    found = complexity(question)
    deep = found.score > kit.settings.complex_above or any(memory.mode == "unsupported" for memory in memories)
    apart = deep and found.score > kit.settings.parts_above
    parts, note = decompose(kit.llm, question) if apart else ([], "")
    return {
        "loop": 0, "queries": [question, *parts], "tried": [], "policy": "complex" if deep else "simple",
        "complexity": found, "memories": memories, "notes": [note] if note else [],
    }  # fmt: skip


def _again(state: RAGState, kit: Kit) -> dict[str, Any]:
    """Search with other words than before; where nobody has any, search deeper."""
    tried = [*state.tried, *state.queries]
    query = unsupported(state, kit.settings.risk_up_to) or _with_feedback(state, tried, kit)
    return {
        "loop": state.loop + 1, "queries": [query], "tried": tried,
        "policy": "complex" if query == state.question else state.policy,
        "complexity": state.complexity, "memories": state.memories, "notes": [],
    }  # fmt: skip


def unsupported(state: RAGState, risk_up_to: float) -> str:
    """What the rejected draft said and no passage carried: a draft looks for its own evidence, and often names it."""
    critic_spoke = bool(state.grades) and not state.grades[-1].approved
    if critic_spoke or state.risk is None or state.risk <= risk_up_to:
        return ""
    return " ".join(claim.text for claim in state.claims if not claim.support)


def _with_feedback(state: RAGState, tried: list[str], kit: Kit) -> str:
    """The question with the words of the critic that spoke last (eqs. 6, 7)."""
    feedback = next(filter(None, [*(grade.feedback for grade in state.grades[-1:]), state.feedback]), "")
    return refined(state.question, feedback, tried, kit.failed_before)


def decompose(llm: BaseChatModel, question: str) -> tuple[list[str], str]:
    """Two to four sub-questions, by one model call; none, and a note that says why, where it gave no sound ones."""
    try:
        parts = _sound(question, ask(llm, DECOMPOSE.format(question=question), Parts, retries=0).questions)
    except Unreadable as error:
        return [], f"not decomposed: {error}"
    if len(parts) < 2:
        return [], "not decomposed: the model gave no two parts that are less than the whole"
    return parts, ""


def _sound(question: str, parts: Sequence[str]) -> list[str]:
    """The parts that are none of: empty, given twice, the whole question in other words."""
    whole = set(words(question))
    kept: dict[frozenset[str], str] = {}
    for part in parts:
        if (said := frozenset(words(part))) and len(said & whole) <= MOST_SHARED * len(whole):
            kept.setdefault(said, part.strip())
    return list(kept.values())
