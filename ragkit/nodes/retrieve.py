"""Find the evidence: dense only as in the papers' baseline, or hybrid as deep as the retrieval policy says."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.rerank import rerank
from ragkit.settings import RERANK_KEEPS
from ragkit.state import RAGState


def retrieve_dense(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, query · writes rankings, passages"""
    kit = runtime.context
    found = kit.retriever.dense.search(state.query or state.question, kit.settings.k_naive)
    return {"rankings": {"dense": found}, "passages": found}


def retrieve(state: RAGState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, query · writes rankings, passages, notes"""
    kit, depth = runtime.context, runtime.context.settings.depth
    rankings = kit.retriever.hybrid(state.query or state.question, depth)
    if not depth.rerank:
        return {"rankings": rankings, "passages": rankings["fused"], "notes": []}
    score, note = kit.reranker
    rankings["reranked"] = rerank(state.question, rankings["fused"], score, RERANK_KEEPS)
    return {"rankings": rankings, "passages": rankings["reranked"], "notes": [note] if note else []}
