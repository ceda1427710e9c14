"""Say which route a question takes: simple, complex or parametric (teams).

It is one constrained token, and the question is all that the model reads. The decision is
remembered, so a repeated question costs no call.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from ragkit.graphs.single.state import AgentState
from ragkit.judges import Choice, chosen, lettered
from ragkit.kit import Kit
from ragkit.model.special_tokens import as_letters

SYSTEM = "You sort questions by what it takes to answer them."
ROUTES = {
    "simple": "one fact, which a single passage of a document states",
    "complex": "several facts, from several passages that have to be found and put together",
    "parametric": "common knowledge, for which nobody needs a document",
}
"""The routes, with what the model reads of each."""
ASKED = "Question: {question}\n\nWhat does it take to answer this?"
REMEMBERED = "the route is the one of an earlier question: {question}"


def router(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes route, notes"""
    kit = runtime.context
    remembered = kit.routes.get(state.question)
    if remembered:
        route, asked = remembered
        return {"route": route, "notes": [REMEMBERED.format(question=asked)]}
    route = route_of(kit, state.question)
    if route.label:
        kit.routes.keep(state.question, route)
    return {"route": route, "notes": [route.note] if route.note else []}


def route_of(kit: Kit, question: str) -> Choice:
    """The route of a question, with the odds of each."""
    wish = lettered(ASKED.format(question=question), ROUTES)
    prompt = [
        SystemMessage(SYSTEM),
        HumanMessage(as_letters(wish)),
    ]
    return chosen(kit.judge_llm, prompt, ROUTES)
