"""Decide what to search for and how deep (adaptive, sections 4.2 and 4.4).

The planner finds out whether a similar question failed before, how complex the question is, and
what its parts are. Complexity is a heuristic that can be recomputed by hand; only a very complex
question costs a model call. On a retry the planner chooses other words to search for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from ragkit.graphs.adaptive.complexity import complexity
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.kit import Kit
from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.nodes.refine import refined
from ragkit.text.words import words

DECOMPOSE = (
    "Question: {question}\n\n"
    "Which two to four simpler questions must be looked up to answer it? "
    "Each must stand alone and name what it is about. Add nothing that was not asked."
)
MOST_SHARED = 0.9
"""Maximum fraction of the question's words in a sub-question.

With more of them, it is a paraphrase of the whole question.
"""


class Parts(BaseModel):
    """What the model fills in."""

    questions: Annotated[
        list[Annotated[str, Field(max_length=160)]], Field(min_length=1, max_length=4)
    ]


def plan(state: AdaptiveState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, tried, depth, complexity, memories, grades, feedback, claims,
    risk · writes loop, queries, tried, depth, complexity, memories, notes
    """
    kit = runtime.context
    if state.queries:
        return _retry(state, kit)
    return _first_plan(state.question, kit)


def _first_plan(question: str, kit: Kit) -> dict[str, Any]:
    """The question and its parts, with the depth that its complexity and earlier failures need."""
    memories = []
    if kit.memory is not None:
        memories = kit.memory.match(question, kit.settings.match_above)
    modes = [memory.mode for memory in memories]
    estimate = complexity(question)
    deep = estimate.score > kit.settings.complex_above or "unsupported" in modes
    parts: list[str] = []
    note = ""
    if deep and estimate.score > kit.settings.parts_above:
        parts, note = decompose(kit.llm, question)
    return {
        "loop": 0,
        "queries": [question, *parts],
        "tried": [],
        "depth": "complex" if deep else "simple",
        "complexity": estimate,
        "memories": memories,
        "notes": [note] if note else [],
    }


def _retry(state: AdaptiveState, kit: Kit) -> dict[str, Any]:
    """A query in other words than before; without other words, a deeper search."""
    tried = [*state.tried, *state.queries]
    query = unsupported(state, kit.settings.risk_up_to)
    if not query:
        query = _with_feedback(state, tried, kit)
    return {
        "loop": state.loop + 1,
        "queries": [query],
        "tried": tried,
        "depth": "complex" if query == state.question else state.depth,
        "complexity": state.complexity,
        "memories": state.memories,
        "notes": [],
    }


def unsupported(state: AdaptiveState, risk_up_to: float) -> str:
    """The claims of a rejected draft that no passage supports, as a query for their evidence.

    They often contain the words of that evidence. The query is empty when the evidence, not a
    draft, was rejected.
    """
    if state.grades and not state.grades[-1].approved:
        return ""
    risk = state.risk
    if risk is None or risk <= risk_up_to:
        return ""
    texts = [claim.text for claim in state.claims if not claim.support]
    return " ".join(texts)


def _with_feedback(state: AdaptiveState, tried: list[str], kit: Kit) -> str:
    """The question with the feedback of a critic (adaptive, eqs. 6 and 7)."""
    of_context_critic = ""
    if state.grades:
        grade = state.grades[-1]
        of_context_critic = grade.feedback
    of_answer_critic = state.feedback
    feedback = of_context_critic or of_answer_critic
    return refined(state.question, feedback, tried, kit.failed_before)


def decompose(llm: BaseChatModel, question: str) -> tuple[list[str], str]:
    """Two to four sub-questions, by one model call.

    There are none, and a note that says why, when the model gave no useful ones.
    """
    prompt = DECOMPOSE.format(question=question)
    try:
        reply = ask(llm, prompt, Parts, retries=0)
    except Unreadable as error:
        return [], f"not decomposed: {error}"
    parts = _sound(question, reply.questions)
    if len(parts) < 2:
        return [], "not decomposed: the model gave no two parts that are less than the whole"
    return parts, ""


def _sound(question: str, parts: Sequence[str]) -> list[str]:
    """The parts that are not empty, not given before, and not the whole question in other words."""
    question_words = set(words(question))
    most = MOST_SHARED * len(question_words)
    by_words: dict[frozenset[str], str] = {}
    for part in parts:
        part_words = frozenset(words(part))
        shared = part_words & question_words
        if part_words and len(shared) <= most:
            by_words.setdefault(part_words, part.strip())
    return list(by_words.values())
