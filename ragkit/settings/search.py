"""How passages are found, and what is remembered of earlier runs. How deep is in `depth.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ragkit.settings.marks import Folder, Mark, Off

NO_RERANKER = "none"
"""The value of `reranker` that switches reranking off."""
DEFAULT_RERANKER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
"""A cross-encoder of the hub, which is used where the hub can be reached or has been before."""


class SearchSettings(BaseModel):
    """The settings of the fusion of rankings, and of the reranker."""

    k_naive: int = Field(3, ge=1, description="passages of the naive graph (adaptive, baseline)")
    fusion: Annotated[Literal["rrf", "blend"], Mark.OPENS] = Field(
        "blend", description="rrf: by places; blend: by scores, and by how far the best stand out"
    )
    reranker: Annotated[str, Off("rerank", NO_RERANKER)] = Field(
        DEFAULT_RERANKER,
        description="hub name, local folder, odds: the chat model, or none",
    )


class MemorySettings(BaseModel):
    """The settings of the failure memory (adaptive, section 4.9)."""

    memory: Annotated[bool, Mark.OPENS] = Field(
        True, description="remember failed questions and verified answers"
    )
    memories: Annotated[Folder | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="folder of the memory; None: beside the corpus's index"
    )
