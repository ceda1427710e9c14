"""Decide how to search: by meaning, by words, or by both (advanced, feature 4).

Rules over the question and the corpus profile decide first, and a model only where they do not: by
one token, whose odds are the confidence. When what was found is off the topic, the run comes here
again, and searches in a way that was not tried yet (advanced, feature 10).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, get_args

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.graphs.advanced.state import GatedState
from ragkit.graphs.advanced.strategy import Strategy, Way, choose
from ragkit.judges.choice import chosen, lettered
from ragkit.kit import Kit
from ragkit.model.special_tokens import as_letters

ASKED = "A question is to be searched for in documents.\nQuestion: {question}\nHow?"
WAYS = {
    "semantic": "by meaning: it is in everyday words, or asks how or why something is so",
    "keyword": "by its words: it has a name, a number, a code or a term that must be there",
    "hybrid": "by both: it has such words, and asks for more than where they are",
}
"""The ways to search, as the model reads them."""
USUAL = Strategy("hybrid", None, "the rules did not decide, and the model could not")
"""The strategy where nothing decides: both rankings, fused, lose least."""


def decide_strategy(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, strategies, tried · writes loop, strategies, tried, notes"""
    kit = runtime.context
    if state.strategies:
        return _switched(state)
    strategy = choose(state.query, kit.profile)
    notes = []
    if strategy is None:
        strategy, note = asked_of(kit.llm, state.query)
        notes = [note] if note else []
    return {"loop": 0, "strategies": [strategy], "tried": [], "notes": notes}


def _switched(state: GatedState) -> dict[str, Any]:
    """Another strategy than before, with the same query."""
    before = {strategy.way for strategy in state.strategies}
    strategy = Strategy(
        other_than(before), None, "what was found is off the topic: search in another way"
    )
    return {
        "loop": state.loop + 1,
        "strategies": [*state.strategies, strategy],
        "tried": [*state.tried, state.query],
        "notes": [],
    }


def other_than(before: Collection[Way]) -> Way:
    """The first way to search that was not tried yet; `hybrid` once all were.

    >>> other_than({"semantic"}), other_than({"semantic", "keyword"})
    ('keyword', 'hybrid')
    """
    for way in ("keyword", "semantic"):
        if way not in before:
            return way
    return "hybrid"


def asked_of(llm: BaseChatModel, question: str) -> tuple[Strategy, str]:
    """The strategy that a model chooses by one token, and a note where it could not."""
    prompt = lettered(ASKED.format(question=question), WAYS)
    choice = chosen(llm, as_letters(prompt), WAYS)
    for way in get_args(Way):
        if choice.label == way:
            return Strategy(way, choice.odds, f"the model says: {WAYS[way]}"), ""
    return USUAL, choice.note
