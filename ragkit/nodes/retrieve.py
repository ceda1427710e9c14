"""Find the evidence: dense only as in the papers' baseline, or hybrid as deep as the retrieval policy says.

On a retry, what was graded helpful stays at its place, so that the work done on it is reused; the rest is dropped for
good (corrective RAG), and what is newly found follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.policy import depth_of
from ragkit.rerank import rerank
from ragkit.settings import FUSED_KEEPS, RERANK_KEEPS, Depth
from ragkit.state import Grade, Passage, RAGState


def retrieve_dense(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries · writes rankings, passages"""
    kit = runtime.context
    found = kit.retriever.dense.search(next(iter(state.queries), state.question), kit.settings.k_naive)
    return {"rankings": {"dense": found}, "passages": found}


def retrieve(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, policy, passages, grades, dropped · writes rankings, passages, dropped, notes"""
    kit, depth = runtime.context, depth_of(state.policy, runtime.context.settings)
    kept, dropped = sift(state.passages, state.grades, kit.settings.helpful_from)
    dropped = [*state.dropped, *dropped]
    query, *parts = state.queries or [state.question]
    known = {*dropped, *(passage.id for passage in kept)}
    rankings = kit.retriever.hybrid(query, deeper(depth, len(known)), parts)
    fresh = [p for p in rankings["fused"] if p.id not in known]
    note = ""
    if depth.rerank:
        score, note = kit.reranker
        fresh = rerank(state.question, fresh, score, RERANK_KEEPS) if score else fresh[:FUSED_KEEPS]
        rankings |= {"reranked": fresh} if score else {}
    notes = [note] if note else []
    return {"rankings": rankings, "passages": kept + fresh[: depth.final], "dropped": dropped, "notes": notes}


def deeper(depth: Depth, by: int) -> Depth:
    """As deep as before, and so many places more: what is known already takes none away from what is new."""
    return depth._replace(dense=depth.dense + by, sparse=depth.sparse + by, final=depth.final + by)


def sift(passages: Sequence[Passage], grades: Sequence[Grade], helpful_from: float) -> tuple[list[Passage], list[str]]:
    """The passages that the last grade found helpful, and the ids of the others. One without a grade stays.

    >>> owl, cat = Passage("owl", "Owls hunt."), Passage("cat", "Cats sleep.")
    >>> kept, dropped = sift([owl, cat], [Grade(0.5, 0.5, 0.5, 0.5, False, helpful=(0.9, 0.1))], helpful_from=0.5)
    >>> [p.id for p in kept], dropped
    (['owl'], ['cat'])
    """
    helpful = grades[-1].helpful if grades else ()
    if not helpful:  # a first pass, or the evidence was approved and only the draft was not
        return list(passages), []
    kept = [p for p, odds in zip(passages, helpful, strict=True) if odds is None or odds >= helpful_from]
    return kept, [p.id for p in passages if p not in kept]
