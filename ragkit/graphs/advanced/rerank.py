"""Rerank in two stages: a cross-encoder leaves ten passages, a judge four (advanced, feature 11).

The first stage needs the weights of a cross-encoder. Without them the fused order stays, and the
first ten go on. The second asks the kit's judge of each passage whether it helps, with all of them
in view, so that they are read once: 1,750 tokens for ten passages, where each alone takes 1,990.
The paper's judge gives a number from 0 to 100 to each passage alone.

The second stage is off by default (`judge_rerank` in `settings/advanced.py` says why). Where
nothing reranks, the fused order stays, and a prompt gets as many passages as it has room for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.advanced.state import GatedState
from ragkit.judges import helpful
from ragkit.kit import Kit
from ragkit.search.budget import within
from ragkit.search.rerank import rerank as reranked
from ragkit.state import Found, Passage

FIRST_KEEPS = 10
"""Number of passages that the first stage leaves."""
SECOND_KEEPS = 4
"""Number of passages that the second stage leaves."""


def rerank(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, rankings · writes rankings, passages, notes"""
    kit = runtime.context
    first = first_stage(kit, state.words, state.passages)
    second = second_stage(kit, state.words, first.passages)
    return {
        "rankings": state.rankings | first.rankings | second.rankings,
        "passages": second.passages,
        "notes": first.notes + second.notes,
    }


def cross_encode(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, rankings · writes rankings, passages, notes"""
    first = first_stage(runtime.context, state.words, state.passages)
    return {
        "rankings": state.rankings | first.rankings,
        "passages": first.passages[:SECOND_KEEPS],
        "notes": first.notes,
    }


def first_stage(kit: Kit, question: str, passages: Sequence[Passage]) -> Found:
    """The ten passages that a cross-encoder finds best, or the first ten, with a note."""
    score, note = kit.reranker
    if score is None or not passages:
        return Found(list(passages[:FIRST_KEEPS]), notes=[note] if note else [])
    best = reranked(question, passages, score, FIRST_KEEPS)
    return Found(best, rankings={"reranked": best})


def second_stage(kit: Kit, question: str, passages: Sequence[Passage]) -> Found:
    """The four passages of which the judge is surest that they help, best first.

    Where it is switched off, or one passage could not be judged, they are the first four; and where
    nothing reranked them, as many as a prompt has room for.
    """
    if len(passages) <= SECOND_KEEPS:
        return Found(list(passages))
    if not kit.settings.judge_rerank:
        return Found(unjudged(kit, passages))
    odds, note = helpful(kit.judge, question, passages)
    notes = [text for text in (kit.judge_note, note) if text]
    if None in odds:
        return Found(list(passages[:SECOND_KEEPS]), notes=notes)
    scored = []
    for passage, score in zip(passages, odds, strict=True):
        scored.append(replace(passage, score=score or 0.0))
    best_first = sorted(scored, key=lambda passage: -passage.score)
    return Found(best_first[:SECOND_KEEPS], notes=notes, rankings={"judged": best_first})


def unjudged(kit: Kit, passages: Sequence[Passage]) -> list[Passage]:
    """The passages that a prompt has without a judge's choice."""
    score, _ = kit.reranker
    if score is not None:
        return list(passages[:SECOND_KEEPS])
    return within(passages, kit.settings.depth_of().tokens)
