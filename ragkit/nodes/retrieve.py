"""Find the evidence: by dense retrieval only, as in the papers' baseline, or by hybrid retrieval.

On a retry, passages that were graded helpful keep their places, so that the work done on them is
reused. The other passages are dropped for good (corrective RAG). New passages follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.evidence_size import room, within
from ragkit.nodes.screen import nothing_left, screened_search
from ragkit.search.rerank import rerank
from ragkit.settings import FUSED_KEEPS, RERANK_KEEPS, Depth
from ragkit.state import Grade, Passage, RunState


def retrieve_dense(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, set_aside · writes rankings, passages, set_aside, notes"""
    kit = runtime.context
    queries = [*state.queries, state.question]
    k = kit.settings.k_naive

    def find(more: int) -> dict[str, list[Passage]]:
        return {"dense": kit.retriever.dense.search(queries[0], k + more)}

    rankings, screened = screened_search(state.question, find, kit)
    passages = screened.kept[:k]
    return {
        "rankings": rankings,
        "passages": passages,
        "set_aside": [*state.set_aside, *screened.set_aside],
        "notes": screened.notes + nothing_left(passages, screened.set_aside),
    }


def retrieve(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, depth, passages, grades, dropped, set_aside · writes rankings,
    passages, dropped, set_aside, notes
    """
    kit = runtime.context
    depth = depth_of(state.depth, kit.settings)
    kept, unhelpful = sift(state.passages, state.grades, kit.settings.helpful_from)
    dropped = [*state.dropped, *unhelpful]
    queries = [*state.queries, state.question]

    known = {passage.id for passage in kept}.union(dropped)
    known.update(one.passage.id for one in state.set_aside)

    def find(more: int) -> dict[str, list[Passage]]:
        return kit.retriever.hybrid(queries[0], deeper(depth, len(known) + more))

    # What is reranked may all be shown.
    cut = list if depth.rerank else partial(_shown, kept=kept, depth=depth)
    rankings, screened = screened_search(state.question, find, kit, known, cut)
    fresh = screened.kept
    notes = screened.notes
    if depth.rerank:
        score, note = kit.reranker
        notes += [note] if note else []
        if score:
            fresh = rerank(state.question, fresh, score, RERANK_KEEPS)
            rankings["reranked"] = fresh
        else:
            fresh = fresh[:FUSED_KEEPS]
    passages = kept + _shown(fresh, kept, depth)
    return {
        "rankings": rankings,
        "passages": passages,
        "dropped": dropped,
        "set_aside": [*state.set_aside, *screened.set_aside],
        "notes": notes + nothing_left(passages, screened.set_aside),
    }


def _shown(fresh: Sequence[Passage], kept: Sequence[Passage], depth: Depth) -> list[Passage]:
    """The new passages for which there is room beside those that were kept."""
    return within(fresh[: depth.final], room(kept, depth.tokens))


def deeper(depth: Depth, by: int) -> Depth:
    """A depth with `by` more places in each ranking.

    So the passages that are known already take no place from new ones.
    """
    return depth._replace(
        dense=depth.dense + by,
        sparse=depth.sparse + by,
        final=depth.final + by,
    )


def sift(
    passages: Sequence[Passage], grades: Sequence[Grade], helpful_from: float
) -> tuple[list[Passage], list[str]]:
    """The passages that the last grade found helpful, and the ids of the others.

    A passage that could not be graded is kept.

    >>> owl, cat = Passage("owl", "Owls hunt."), Passage("cat", "Cats sleep.")
    >>> grade = Grade(0.5, 0.5, 0.5, 0.5, approved=False, helpful=(0.9, 0.1))
    >>> kept, dropped = sift([owl, cat], [grade], helpful_from=0.5)
    >>> [passage.id for passage in kept], dropped
    (['owl'], ['cat'])
    """
    helpful = grades[-1].helpful if grades else ()
    # This is the first pass, or the evidence was approved and only the draft was rejected.
    if not helpful:
        return list(passages), []
    kept = []
    for passage, odds in zip(passages, helpful, strict=True):
        if odds is None or odds >= helpful_from:
            kept.append(passage)
    dropped = [passage.id for passage in passages if passage not in kept]
    return kept, dropped
