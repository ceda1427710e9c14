"""How the user's words become a search, in four steps that a reader can see each of.

1. Do they need the history?   `gate.py`: rules, and where these do not decide the model's odds
2. Rewrite them                `rewrite.py`: one call
3. Is the rewrite used?        `accept.py`: rules
4. What is searched?           `query.py`: the words, the rewrite, two messages glued, or two fused
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.language_models import BaseChatModel

from ragkit.conversation.accept import refusal
from ragkit.conversation.gate import ALONE, by_odds, need, sort_of
from ragkit.conversation.past import ordered, within
from ragkit.conversation.query import last_asked, searches
from ragkit.conversation.rewrite import rewritten
from ragkit.conversation.turn import FollowUp, Turn
from ragkit.settings import Settings

READ = 3
"""Number of turns before a follow-up that the model reads to rewrite it."""


def follow_up(
    typed: str, history: Sequence[Turn], llm: BaseChatModel, settings: Settings
) -> tuple[FollowUp, list[str]]:
    """What becomes of the user's words, and notes on what was cut, left out or could not be done.

    >>> from ragkit.model.scripted import ScriptedLLM
    >>> llm = ScriptedLLM(replies={"Next message: When do they?": "When do owls hunt?"})
    >>> owls = [Turn("Do owls hunt?", "Yes. [1]")]
    >>> found, notes = follow_up("When do they?", owls, llm, Settings(follow_up_search="rewrite"))
    >>> found.sort, found.rewrite, found.queries, notes
    ('follow-up', 'When do owls hunt?', ('When do owls hunt?',), [])
    """
    typed, history, notes = within(typed, history)
    read = history[-READ:]
    found, more = gated(typed, history, read, llm, settings.history_from)
    notes += more
    if found.sort == "follow-up":
        rewrite, note = rewritten(llm, typed, read)
        refused = refusal(rewrite, typed, history) if rewrite else ""
        found = replace(found, rewrite=rewrite, refused=refused)
        notes += [note] if note else []
        notes += ordered(read) or ordered([last_asked(history)])
    queries = searches(typed, found, history, settings.follow_up_search)
    return replace(found, queries=tuple(queries)), notes


def gated(
    typed: str,
    history: Sequence[Turn],
    read: Sequence[Turn],
    llm: BaseChatModel,
    history_from: float,
) -> tuple[FollowUp, list[str]]:
    """The sort of a message, by rule or by the model, which reads the turns of `read`.

    From odds of 0 every message is a follow-up for which no rule decides, so none is asked for.
    """
    sort, why = sort_of(typed, history)
    if sort is not None:
        return FollowUp(sort, why, sort not in ALONE), []
    if history_from == 0:
        return by_odds(None, why, history_from), []
    odds, note = need(llm, typed, read)
    notes = [note] if note else []
    return by_odds(odds, why, history_from), notes
