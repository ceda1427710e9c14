"""Reranking: read question and passage together, and put the best first (papers/000, section 4.3).

A cross-encoder does it well and fast where its weights are at hand. Where they are not, the fused order stands, and
the notes say so. The chat model's odds that a passage helps can stand in (`RAGKIT_RERANKER=odds`): seconds a passage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from langchain_core.language_models import BaseChatModel

from ragkit.briefing import brief
from ragkit.llm import label_odds
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.weights import ModelMissing, load_cross_encoder

Score = Callable[[str, Sequence[Passage]], list[float]]
"""Question and passages to one number a passage, higher for more relevant."""

ODDS, OFF = "odds", "none"
HELPS = "Does passage [1] help to answer the question? Answer yes or no."


def rerank(question: str, passages: Sequence[Passage], score: Score, keep: int) -> list[Passage]:
    """The `keep` passages that score highest, best first; ties keep their order.

    >>> owl, mouse = Passage("owl", "Owls hunt."), Passage("mouse", "Mice hide.")
    >>> [p.id for p in rerank("Who hides?", [owl, mouse], lambda _, ps: [0.1, 0.9], keep=1)]
    ['mouse']
    """
    scored = [replace(p, score=s) for p, s in zip(passages, score(question, passages), strict=True)]
    return sorted(scored, key=lambda passage: -passage.score)[:keep]


def reranker(settings: Settings, llm: Callable[[], BaseChatModel]) -> tuple[Score | None, str]:
    """How to score passages under these settings; None, and a note that says why, where there is no way."""
    if settings.reranker == OFF:
        return None, "not reranked: the reranker is switched off"
    if settings.reranker == ODDS:
        return odds_score(llm()), ""
    try:
        model = load_cross_encoder(settings.reranker)
    except ModelMissing as error:
        return None, f"not reranked, the fused order stands (RAGKIT_RERANKER=odds asks the chat model): {error}"

    def cross_encode(question: str, passages: Sequence[Passage]) -> list[float]:
        return [float(s) for s in model.predict([(question, p.searchable) for p in passages])]

    return cross_encode, ""


def odds_score(llm: BaseChatModel) -> Score:
    """Score a passage by the odds, in [0, 1], that the chat model says it helps; each passage is read alone."""

    def score(question: str, passages: Sequence[Passage]) -> list[float]:
        return [label_odds(llm, brief(question, [p], HELPS), ["yes", "no"])["yes"] for p in passages]

    return score
