"""Search for every variant of a question, and fuse what they find by rank (advanced, feature 5).

The evidence of the search before is one more ranking, so that a rewrite that leads away does not
lose it, and what is new gets a place. Only what was off the topic is dropped. The passages of the
last turn come back in the same way for a follow-up: as candidates, and never as proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.conversation import candidates
from ragkit.graphs.advanced.issues import SWITCHING
from ragkit.graphs.advanced.state import AdvancedState, GatedState
from ragkit.kit import Kit
from ragkit.screen import nothing_left
from ragkit.state import Passage

WIDE = "wide"
"""The depth of a search whose passages are reranked before a model reads them."""


def retrieve_with_expansion(state: AdvancedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, queries, variants, strategies, history, passages,
    retrieval_issue, set_aside · writes rankings, passages, set_aside, notes
    """
    return _in_conversation(state, runtime.context, WIDE)


def retrieve_to_show(state: AdvancedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, queries, variants, strategies, depth, history, passages,
    retrieval_issue, set_aside · writes rankings, passages, set_aside, notes
    """
    return _in_conversation(state, runtime.context, state.depth)


def retrieve_variants(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, variants, strategies, passages, retrieval_issue, set_aside ·
    writes rankings, passages, set_aside, notes
    """
    return searched(state, runtime.context, state.variants, WIDE)


def _in_conversation(state: AdvancedState, kit: Kit, depth: str) -> dict[str, Any]:
    """What is found for the words of a turn, and for a follow-up what the turn before had."""
    last_turn: list[Passage] = []
    notes: list[str] = []
    if state.follow_up is not None and state.follow_up.needs_history:
        last_turn, notes = candidates(state.history, kit.corpus)
    queries = state.variants or state.queries or [state.question]
    found = searched(state, kit, queries, depth, last_turn)
    return found | {"notes": notes + found["notes"]}


def searched(
    state: GatedState,
    kit: Kit,
    queries: Sequence[str],
    depth: str,
    also: Sequence[Passage] = (),
) -> dict[str, Any]:
    """The evidence with what the queries find; `also` are further candidates."""
    gone = [one.passage.id for one in state.set_aside if not one.is_part]
    candidates_too = [*kept_before(state), *also]
    way = state.strategy.way if state.strategy else "hybrid"
    found = kit.evidence.variants(state.words, queries, way, depth, gone, candidates_too)
    return {
        "rankings": found.rankings,
        "passages": found.passages,
        "set_aside": found.set_aside,
        "notes": found.notes + nothing_left(found.passages, found.set_aside),
    }


def kept_before(state: GatedState) -> list[Passage]:
    """The evidence of the search before, unless that was off the topic."""
    issue = state.retrieval_issue
    if issue is not None and issue.label in SWITCHING:
        return []
    return state.passages
