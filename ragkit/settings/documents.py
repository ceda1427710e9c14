"""How documents are cut, and where indexes, model files and replies are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from platformdirs import user_cache_path
from pydantic import AfterValidator, BaseModel, Field, SecretStr

from ragkit.settings.marks import Folder, Mark, bare_address

LOCAL = ("exact", "chroma")
"""The stores of vectors that are in a folder of this machine."""


def store_kind(text: str) -> str:
    """A kind of store, or the address of a server. Raises `ValueError` for any other text.

    >>> store_kind("exact"), store_kind("http://host:8000/")
    ('exact', 'http://host:8000')
    """
    return text if text in LOCAL else bare_address(text)


def cluster_address(text: str) -> str:
    """`local`, or the address of a Dask scheduler. Raises `ValueError` for any other text.

    >>> cluster_address("local"), cluster_address("tls://host:8786")
    ('local', 'tls://host:8786')
    """
    if text in ("", "local"):
        return text
    return bare_address(text, ("tcp", "tls"), "tls://host:8786")


Kind = Annotated[str, AfterValidator(store_kind)]
"""Where vectors are."""


class DocumentSettings(BaseModel):
    """The settings of the rooms `documents` and `weights`."""

    cache: Annotated[Folder, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        default_factory=lambda: user_cache_path("ragkit"),
        description="folder of models, indexes and replies",
    )
    weights: Annotated[Folder | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="folder of model files, which may be read-only; None: the cache"
    )
    indexes: Annotated[Folder | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="folder of vector stores; None: in the cache"
    )
    store: Annotated[Kind, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        "exact",
        description="where the vectors are: exact (a file that is searched from end to end), "
        "chroma (a Chroma index in a folder), or the address of a Chroma server, such as "
        "http://host:8000",
    )
    store_token: Annotated[SecretStr | None, Mark.OPENS, Mark.SAME_ANSWER] = Field(
        None, description="token that the Chroma server, or the gateway before it, asks for"
    )
    dask: Annotated[str, AfterValidator(cluster_address), Mark.OPENS, Mark.SAME_ANSWER] = Field(
        "",
        description="who reads and embeds documents: this process (empty), local (Dask workers of "
        "this machine, one per core), or the address of a Dask scheduler, such as tls://host:8786",
    )
    # The embedding model reads 256 tokens and ignores the rest, so a chunk must be shorter.
    chunk_tokens: Annotated[int, Mark.OPENS, Mark.INDEX] = Field(200, ge=16, le=254)
    chunk_overlap: Annotated[int, Mark.OPENS, Mark.INDEX] = Field(30, ge=0)
    embedder: Annotated[str, Mark.OPENS, Mark.INDEX] = Field(
        "all-minilm-l6-v2", description="a pinned model, or a sentence-transformers folder"
    )
    ask_types: bool = Field(
        False, description="let the model choose the type of documents that no rule decides"
    )

    @property
    def weights_folder(self) -> Path:
        return self.weights or self.cache
