"""How documents are cut, and where indexes, model files and replies are kept."""

from __future__ import annotations

from typing import Annotated

from platformdirs import user_cache_path
from pydantic import BaseModel, Field

from ragkit.settings.marks import Folder, Mark


class DocumentSettings(BaseModel):
    """The settings of the rooms `documents` and `weights`."""

    cache: Annotated[Folder, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        default_factory=lambda: user_cache_path("ragkit"),
        description="folder of models, indexes and replies",
    )
    indexes: Annotated[Folder | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="folder of vector stores; None: in the cache"
    )
    # The embedding model reads 256 tokens and ignores the rest, so a chunk must be shorter.
    chunk_tokens: Annotated[int, Mark.OPENS, Mark.INDEX] = Field(200, ge=16, le=254)
    chunk_overlap: Annotated[int, Mark.OPENS, Mark.INDEX] = Field(30, ge=0)
    embedder: Annotated[str, Mark.OPENS, Mark.INDEX] = "all-minilm-l6-v2"
