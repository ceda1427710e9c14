"""The vectors of a corpus on a Chroma server, which are made once for all who share them.

The index is named by what is in it: the passages and the embedding model. So two kits use the same
one exactly when they have the same documents, cut in the same way, and no kit ever has to change
the index of another. Left out: an index that is brought up to date. Documents that changed are
another corpus, and get an index of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from random import Random

from ragkit.state import Passage
from ragkit.stores.chroma import ChromaVectors
from ragkit.stores.server import ChromaServer, ServerStore
from ragkit.stores.vectors import Embed, EmbedAll, batches


def index_name(passages: Sequence[Passage], embedder: str) -> str:
    """The name of the index of these passages under an embedding model.

    >>> owls = [Passage("1", "Owls hunt mice.")]
    >>> index_name(owls, "small") == index_name(owls, "small")
    True
    >>> index_name(owls, "small") == index_name(owls, "large")
    False
    """
    texts = [(passage.id, passage.searchable) for passage in passages]
    digest = hashlib.sha256(repr((embedder, texts)).encode())
    return f"ragkit-{digest.hexdigest()[:24]}"


class SharedVectors(ChromaVectors):
    """The vectors of a corpus on a server. What is missing there is embedded and added."""

    def __init__(
        self,
        server: ChromaServer,
        name: str,
        passages: Sequence[Passage],
        embed: Embed,
        quiet: bool = False,
        embed_all: EmbedAll | None = None,
    ) -> None:
        """Open or create the index `name` on the server. Raises `ChromaFailed`."""
        self.where = f"{name} at {server.url}"
        self.embed = embed
        self.embed_all = embed_all or partial(map, embed)
        self.quiet = quiet
        self.passages = {passage.id: passage for passage in passages}
        self.store = ServerStore(server, name)
        self.collection = self.store.open()
        self._fill()

    def _fill(self) -> None:
        """Embed and add what the server does not have.

        Kits that begin at the same time share the work: each goes through the batches in an order
        of its own, and leaves out what another one has added by then. Where two of them embed the
        same passage, their vectors are the same, and the first stays.
        """
        stored = set(self.collection.get(include=[])["ids"])
        new = [passage for passage in self.passages.values() if passage.id not in stored]
        groups = batches(new)
        in_any_order = Random().sample(groups, len(groups))
        left = filter(None, map(self._missing, in_any_order))
        self._add_groups(left, len(groups))

    def _missing(self, passages: Sequence[Passage]) -> list[Passage]:
        """Those passages whose vectors the server does not have."""
        ids = [passage.id for passage in passages]
        stored = set(self.collection.get(ids, include=[])["ids"])
        return [passage for passage in passages if passage.id not in stored]
