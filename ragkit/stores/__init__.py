"""Vectors: in a file that is searched from end to end, or in Chroma, in a folder or on a server.

- vectors: what every store does
- exact: the vectors of a corpus in a file
- table: that file
- chroma: the vectors of a corpus in a Chroma folder, brought up to date
- store: one collection in a folder, with its lock, its damage and a full disk
- holder: which process has a folder open
- shared: the vectors of a corpus on a Chroma server
- server: one collection on a server
- grown: vectors of a larger corpus, to measure with
"""

from ragkit.stores.chroma import ChromaVectors
from ragkit.stores.exact import ExactVectors, highest
from ragkit.stores.grown import grown
from ragkit.stores.server import ChromaFailed, ChromaServer, check_version
from ragkit.stores.shared import SharedVectors, index_name
from ragkit.stores.store import HNSW, CopyUsed, Store, StoreBusy, StoreDamaged
from ragkit.stores.vectors import Embed, EmbedAll, VectorStore

__all__ = [
    "HNSW",
    "ChromaFailed",
    "ChromaServer",
    "ChromaVectors",
    "CopyUsed",
    "Embed",
    "EmbedAll",
    "ExactVectors",
    "SharedVectors",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "VectorStore",
    "check_version",
    "grown",
    "highest",
    "index_name",
]
