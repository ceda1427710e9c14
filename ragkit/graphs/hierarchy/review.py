"""Look at what was found, and change the plan where that pays (teams).

The planner says what comes next by one constrained token. While something is open it may go on,
reword the next sub-question by what was found, or drop it. When nothing is open it may add one or
finish. A new wording is used only if it is one sentence about what was asked or found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from ragkit.graphs.hierarchy.state import PlanChange, PlanState, SubQuestion
from ragkit.graphs.multi_agent.decompose import why_not
from ragkit.judges import Choice, chosen, lettered
from ragkit.kit import Kit
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.reasoning import parted
from ragkit.model.special_tokens import as_letters
from ragkit.text.words import words

SYSTEM = "You plan how to answer a question from documents, one small question at a time."
OPEN = {
    "go_on": "ask the next question as it is",
    "refine": "ask the next question with a name or a number that was found put into it",
    "drop": "leave the next question out, because it is answered already or does not help",
}
"""What the planner may do while a sub-question is open."""
CLOSED = {
    "finish": "everything that is needed was found: write the answer",
    "add": "something is still missing: ask one more question",
}
"""What the planner may do when no sub-question is open."""
ASKED = "What should be done now?"
WISH = {
    "refine": "Write the next question again, with what was found put in. Reply with it alone.",
    "add": "Write the one short question that is still to be asked. Reply with it alone.",
}
LONGEST = 40
"""Maximum length of a sub-question that the planner writes, in tokens."""
MOST = 6
"""Maximum number of sub-questions in a plan."""
REFUSED = "the plan was not changed: {query!r} is not asked, because {reason}"


def review(state: PlanState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, plan, changes · writes plan, changes, notes"""
    kit = runtime.context
    choice = next_move(kit, state)
    change, reason = changed(kit, state, choice)
    return {
        "plan": after(state.plan, change),
        "changes": [*state.changes, change],
        "notes": [note for note in (choice.note, reason) if note],
    }


def next_move(kit: Kit, state: PlanState) -> Choice:
    """What the planner does next, with its odds; without a choice no model is asked."""
    options = open_moves(state, kit.settings.plan_changes)
    if len(options) == 1:
        (only,) = options
        return Choice(only)
    choice = chosen(kit.judge_llm, asked(state, lettered(ASKED, options)), options)
    if choice.label:
        return choice
    return replace(choice, label=next(iter(options)))


def open_moves(state: PlanState, most: int) -> dict[str, str]:
    """What the planner may do now, with the meaning of each; at least one thing.

    `most` bounds how often it may change the plan in a run.
    """
    changes = [one for one in state.changes if one.what in ("refine", "drop", "add")]
    may_change = len(changes) < most
    if state.open:
        return OPEN if may_change else {"go_on": OPEN["go_on"]}
    may_add = may_change and len(state.plan) < MOST
    return CLOSED if may_add else {"finish": CLOSED["finish"]}


def changed(kit: Kit, state: PlanState, choice: Choice) -> tuple[PlanChange, str]:
    """What the choice does to the plan, and why it does nothing where a new wording is refused."""
    odds = choice.others
    if choice.label == "drop":
        first = state.open[0]
        return PlanChange("drop", first.number, before=first.query, odds=odds), ""
    if choice.label not in WISH:
        return PlanChange(choice.label, odds=odds), ""

    query = written(kit, state, WISH[choice.label])
    reason = refusal(query, state)
    if reason:
        stays = "go_on" if state.open else "finish"
        return PlanChange(stays, odds=odds), REFUSED.format(query=query, reason=reason)
    if choice.label == "add":
        return PlanChange("add", len(state.plan) + 1, after=query, odds=odds), ""
    first = state.open[0]
    return PlanChange("refine", first.number, first.query, query, odds), ""


def written(kit: Kit, state: PlanState, wish: str) -> str:
    """The sub-question that the planner writes. Raises `ChatFailed`."""
    _, text = parted(raw_reply(at_most(kit.llm, LONGEST), asked(state, wish)).text)
    first, *_ = [*text.strip().splitlines(), ""]
    return first.strip("\"'`* ")


def refusal(query: str, state: PlanState) -> str:
    """Why a sub-question is not asked; empty where it is. The findings may lend it names."""
    if query in [one.query for one in state.plan]:
        return "it is in the plan already"
    if words(query) == words(state.question):
        return "it is the whole question"
    known = " ".join([state.question, *(one.finding for one in state.done)])
    return why_not(query, known)


def after(plan: Sequence[SubQuestion], change: PlanChange) -> list[SubQuestion]:
    """The plan after a change.

    >>> plan = [SubQuestion(1, "Who built it?", "done"), SubQuestion(2, "When did he die?")]
    >>> refined = PlanChange("refine", 2, "When did he die?", "When did Eiffel die?")
    >>> [one.query for one in after(plan, refined)]
    ['Who built it?', 'When did Eiffel die?']
    >>> [one.fate for one in after(plan, PlanChange("drop", 2))]
    ['done', 'dropped']
    """
    if change.what == "add":
        return [*plan, SubQuestion(change.number, change.after)]
    changes: dict[str, Any] = {
        "refine": {"query": change.after},
        "drop": {"fate": "dropped"},
    }
    made = changes.get(change.what, {})
    return [replace(one, **made) if one.number == change.number else one for one in plan]


def asked(state: PlanState, wish: str) -> list[BaseMessage]:
    """The prompt of the planner: the question, what was found, what is open, and what is wished."""
    found = [f"- {one.query} {one.finding or 'Nothing was found.'}" for one in state.done]
    left = [f"- {one.query}" for one in state.open]
    parts = [
        f"Question: {state.question}",
        "Found so far:\n" + ("\n".join(found) or "nothing"),
        "Still to be asked, in this order:\n" + ("\n".join(left) or "nothing"),
        wish,
    ]
    return [SystemMessage(SYSTEM), HumanMessage(as_letters("\n\n".join(parts)))]
