"""How passages are found: the depth of the search, the fusion of rankings, and the reranker."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, field_validator

from ragkit.settings.marks import Mark, Off

NO_RERANKER = "none"
"""The value of `reranker` that switches reranking off."""
DEFAULT_RERANKER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
"""A cross-encoder of the hub, which is used where the hub can be reached or has been before."""


class Depth(NamedTuple):
    """How deep to search: a row of `DEPTHS` (adaptive, Table 2)."""

    dense: int
    """Passages taken from the dense ranking."""
    sparse: int
    """Passages taken from the sparse ranking."""
    final: int
    """Passages kept after fusion."""
    rerank: bool
    """Whether the fused passages are reranked; only the best three are then used."""
    retries: int
    """How often a critic may send the question back to the search."""
    tokens: int | None = None
    """About how many tokens of evidence are kept; None: only their number, `final`, counts."""
    hops: int = 0
    """From how many lines of the evidence a second hop searches (`nodes/hop.py`)."""


# Long rankings are fused, because a passage that only one ranker has far up is lost when short ones
# are. What a prompt has room for is kept. The last two rows are the paper's own.
DEPTHS: dict[str, Depth] = {
    "simple": Depth(50, 50, final=20, rerank=False, retries=2, tokens=1_000),
    "complex": Depth(50, 50, final=20, rerank=False, retries=3, tokens=1_000, hops=2),
    "paper simple": Depth(dense=3, sparse=3, final=3, rerank=False, retries=2),
    "paper complex": Depth(dense=8, sparse=8, final=10, rerank=True, retries=3),
}

RERANK_KEEPS = 3
"""Number of passages used after reranking (adaptive, section 4.3)."""
FUSED_KEEPS = 5
"""Number of passages used where reranking is wanted but not possible.

It is larger by two, because the right passage is less often among the first three.
"""


class SearchSettings(BaseModel):
    """The settings of the room `search`."""

    depth: str = Field("simple", description="a row of DEPTHS", validation_alias="RAGKIT_POLICY")
    k: int | None = Field(
        None, ge=1, description="passages kept by hybrid retrieval; None: as many as the depth says"
    )
    k_naive: int = Field(3, ge=1, description="passages of the naive graph (adaptive, baseline)")
    fusion: Annotated[Literal["rrf", "blend"], Mark.OPENS] = Field(
        "blend", description="rrf: by places; blend: by scores, and by how far the best stand out"
    )
    rrf_k: Annotated[int, Mark.OPENS] = Field(60, ge=1)
    bm25_k1: Annotated[float, Mark.OPENS] = Field(1.5, ge=0)
    bm25_b: Annotated[float, Mark.OPENS] = Field(0.75, ge=0, le=1)
    bm25s_above: Annotated[int, Mark.OPENS] = Field(
        5_000, ge=0, description="number of passages above which bm25s replaces rank-bm25"
    )
    reranker: Annotated[str, Off("rerank", NO_RERANKER)] = Field(
        DEFAULT_RERANKER,
        description="hub name, local folder, odds: the chat model, or none",
    )

    @field_validator("depth")
    @classmethod
    def _known(cls, depth: str) -> str:
        if depth not in DEPTHS:
            known = ", ".join(DEPTHS)
            raise ValueError(f"depth is {depth!r}; rows of ragkit.settings.DEPTHS: {known}")
        return depth
