"""Find the evidence: by dense retrieval only, as in the papers' baseline, or by hybrid retrieval.

On a retry, passages that were graded helpful keep their places, so that the work done on them is
reused. The other passages are dropped for good (corrective RAG). New passages follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.evidence_size import room, within
from ragkit.search.rerank import rerank
from ragkit.settings import FUSED_KEEPS, RERANK_KEEPS, Depth
from ragkit.state import Grade, Passage, RunState


def retrieve_dense(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries · writes rankings, passages"""
    kit = runtime.context
    queries = [*state.queries, state.question]
    nearest = kit.retriever.dense.search(queries[0], kit.settings.k_naive)
    return {
        "rankings": {"dense": nearest},
        "passages": nearest,
    }


def retrieve(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, depth, passages, grades, dropped · writes rankings, passages,
    dropped, notes
    """
    kit = runtime.context
    depth = depth_of(state.depth, kit.settings)
    kept, unhelpful = sift(state.passages, state.grades, kit.settings.helpful_from)
    dropped = [*state.dropped, *unhelpful]
    queries = [*state.queries, state.question]

    known = {passage.id for passage in kept}.union(dropped)
    rankings = kit.retriever.hybrid(queries[0], deeper(depth, len(known)))
    fresh = [passage for passage in rankings["fused"] if passage.id not in known]
    note = ""
    if depth.rerank:
        score, note = kit.reranker
        if score:
            fresh = rerank(state.question, fresh, score, RERANK_KEEPS)
            rankings["reranked"] = fresh
        else:
            fresh = fresh[:FUSED_KEEPS]
    return {
        "rankings": rankings,
        "passages": kept + within(fresh[: depth.final], room(kept, depth.tokens)),
        "dropped": dropped,
        "notes": [note] if note else [],
    }


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
