"""Reranking: read question and passage together, and put the best first (adaptive, section 4.3).

A cross-encoder does it well and fast where its weights are available. Where they are not, the fused
order stays, and a note says so. The chat model can do it instead (`RAGKIT_RERANKER=odds`): it gives
the odds that a passage helps, and takes seconds per passage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from langchain_core.language_models import BaseChatModel

from ragkit.model.briefing import brief
from ragkit.model.llm import label_odds
from ragkit.settings import Settings
from ragkit.settings.search import DEFAULT_RERANKER, NO_RERANKER
from ragkit.state import Passage
from ragkit.weights import ModelMissing, load_cross_encoder

Score = Callable[[str, Sequence[Passage]], list[float]]
"""A function from question and passages to one number per passage, higher for more relevant."""

ODDS = "odds"
"""The value of the setting `reranker` that lets the chat model rerank."""
HELPS = "Does passage [1] help to answer the question? Answer yes or no."


def rerank(question: str, passages: Sequence[Passage], score: Score, keep: int) -> list[Passage]:
    """The `keep` passages that score highest, best first; ties keep their order.

    >>> owl, mouse = Passage("owl", "Owls hunt."), Passage("mouse", "Mice hide.")
    >>> [p.id for p in rerank("Who hides?", [owl, mouse], lambda _, ps: [0.1, 0.9], keep=1)]
    ['mouse']
    """
    scores = score(question, passages)
    scored = []
    for passage, number in zip(passages, scores, strict=True):
        scored.append(replace(passage, score=number))
    best_first = sorted(scored, key=lambda passage: -passage.score)
    return best_first[:keep]


def reranker(settings: Settings, llm: Callable[[], BaseChatModel]) -> tuple[Score | None, str]:
    """How to score passages under these settings, and an empty note.

    Where passages cannot be scored, it is None and a note that says why.
    """
    if settings.reranker == NO_RERANKER:
        return None, "not reranked: the reranker is switched off"
    if _would_differ(settings):
        return None, "not reranked: recorded replies are about the fused order"
    if settings.reranker == ODDS:
        return odds_score(llm()), ""
    try:
        model = load_cross_encoder(settings.reranker)
    except ModelMissing as error:
        note = (
            "not reranked, the fused order stands "
            f"(RAGKIT_RERANKER=odds asks the chat model): {error}"
        )
        return None, note

    def cross_encode(question: str, passages: Sequence[Passage]) -> list[float]:
        pairs = [(question, passage.searchable) for passage in passages]
        scores = model.predict(pairs)
        return [float(score) for score in scores]

    return cross_encode, ""


def _would_differ(settings: Settings) -> bool:
    """Whether two machines with the same recorded replies might rerank in two ways.

    The default cross-encoder is used only where the hub can be reached, and a reranked search shows
    the model other passages, about which nothing was recorded.
    """
    replies_are_recorded = settings.provider == "recorded" or settings.record_to is not None
    return replies_are_recorded and settings.reranker == DEFAULT_RERANKER


def odds_score(llm: BaseChatModel) -> Score:
    """A score of passages by the chat model's odds, in [0, 1], that each helps to answer.

    Each passage is read alone.
    """

    def score(question: str, passages: Sequence[Passage]) -> list[float]:
        scores = []
        for passage in passages:
            prompt = brief(question, [passage], HELPS)
            odds = label_odds(llm, prompt, ["yes", "no"])
            scores.append(odds["yes"])
        return scores

    return score
