"""Vectors in Chroma: in a folder that one process writes at a time, or on a server that many share.

- store: one collection in a folder, with its lock, its damage and a full disk
- server: one collection on a server
- holder: which process has a folder open
- vectors: the vectors of a corpus in a folder, brought up to date
- shared: the same on a server
"""

from ragkit.stores.server import ChromaFailed, check_version
from ragkit.stores.shared import SharedVectors, index_name
from ragkit.stores.store import CopyUsed, Store, StoreBusy, StoreDamaged
from ragkit.stores.vectors import Embed, Vectors

__all__ = [
    "ChromaFailed",
    "CopyUsed",
    "Embed",
    "SharedVectors",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "Vectors",
    "check_version",
    "index_name",
]
