"""Let the agent choose a tool, and call it (teams).

A small model does not call tools by itself: it writes the call into its text, or none at all. So it
is asked which tool comes next, by one constrained token over those that are open. It is never asked
whether to search, since small models search too seldom. The first call is always a search, and a
tool whose budget is used up is no longer among the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from ragkit.disk.room import NoRoom
from ragkit.graphs.single.state import Action, AgentState
from ragkit.judges import Choice, choose_one
from ragkit.kit import Kit
from ragkit.model.recording import RecordingError
from ragkit.search import within
from ragkit.state import Found, Passage
from ragkit.text.one_line import first_line
from ragkit.tools import TOOLS

BEST = 2
"""Number of the best passages that are never dropped."""
ASKED = (
    "These passages do not answer the question yet. What should be done next to find its answer?"
)
NONE_OPEN = "no tool is open that the agent may use, so it goes on with what there is"
FAILED = "the tool {name} failed, and the agent goes on: {error}"
SEARCHES = [name for name, tool in TOOLS.items() if tool.takes == "query"]


def use_tool(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, passages, dropped, forbidden, actions, helps, rejected · writes
    passages, dropped, actions, rejected, set_aside, notes
    """
    kit = runtime.context
    if not open_tools(state):
        return {"notes": [NONE_OPEN]}
    kept = helpful_ones(state, kit.settings.helps_from)
    choice = next_tool(kit, state, kept)
    target = state.query if choice.label in SEARCHES else unread(state)[0].id
    gone = [*state.dropped, *(one.id for one in state.passages if one not in kept)]
    known = {one.id for one in kept}.union(gone)
    found = called(kit, choice.label, state.question, target, known)
    fresh = [passage for passage in found.passages if passage.id not in known]
    passages = within([*kept, *fresh], kit.settings.agent_tokens)
    action = Action(choice.label, target, choice.others, tuple(one.id for one in fresh))
    return {
        "passages": passages,
        "dropped": gone,
        "actions": [*state.actions, action],
        # A rejected draft may be right by new evidence: its claims are what was searched for.
        "rejected": [] if fresh else state.rejected,
        "set_aside": found.set_aside,
        "notes": [note for note in (choice.note, *found.notes) if note],
    }


def called(kit: Kit, name: str, question: str, target: str, known: Collection[str]) -> Found:
    """What a tool finds; one that fails finds nothing, a note says why, and the agent goes on."""
    try:
        return TOOLS[name].find(kit.evidence, question, target, known)
    except (NoRoom, RecordingError):
        # A full disk or a missing reply concerns the whole run, and the user has to know.
        raise
    except Exception as error:  # noqa: BLE001
        return Found([], [FAILED.format(name=name, error=first_line(error))])


def helpful_ones(state: AgentState, helps_from: float) -> list[Passage]:
    """The evidence without the passages that were graded as no help; they would take the room.

    The best ones stay in any case: a forced answer is written from what there is.
    """
    best = sorted(state.passages, key=partial(_odds, state), reverse=True)[:BEST]
    kept = []
    for passage in state.passages:
        if passage in best or _odds(state, passage) >= helps_from:
            kept.append(passage)
    return kept


def _odds(state: AgentState, passage: Passage) -> float:
    """How likely a passage helps; one that could not be judged counts as helpful."""
    odds = state.helps.get(passage.id)
    return 1.0 if odds is None else odds


def next_tool(kit: Kit, state: AgentState, kept: list[Passage]) -> Choice:
    """The tool that the agent chooses, with the odds of each; a single one needs no call."""
    names = open_tools(state)
    if len(names) == 1:
        return Choice(names[0])
    options = {name: TOOLS[name].meaning for name in names}
    choice = choose_one(kit.judge_llm, state.question, kept, ASKED, options)
    if choice.label:
        return choice
    # A model that cannot choose must not end the run: the first tool that is open is taken.
    return Choice(names[0], note=choice.note)


def open_tools(state: AgentState) -> list[str]:
    """The tools that may be called now, in the order of the table."""
    used = Counter(action.tool for action in state.actions)
    left = [name for name, tool in TOOLS.items() if used[name] < tool.budget]
    left = [name for name in left if name not in state.forbidden]
    if is_wide(state):
        return [name for name in left if name in SEARCHES and not used[name]]
    if not state.actions or not unread(state):
        return [name for name in left if name in SEARCHES]
    return left


def is_wide(state: AgentState) -> bool:
    """Whether this is the second search of a complex question, which is searched in both ways."""
    return bool(state.moves) and state.moves[-1].when == "wide"


def unread(state: AgentState) -> list[Passage]:
    """The passages whose neighbours were not read yet, the most helpful first."""
    read = {action.target for action in state.actions}
    left = [passage for passage in state.passages if passage.id not in read]
    return sorted(left, key=partial(_odds, state), reverse=True)
