"""Vectors in Chroma: in a folder that one process opens at a time, or on a server that many share.

- store: one collection in a folder, with its lock, its damage and a full disk
- server: one collection on a server
- vectors: the vectors of a corpus in a folder, brought up to date
- shared: the same on a server
"""

from ragkit.stores.shared import SharedVectors, index_name
from ragkit.stores.vectors import Embed, Vectors

__all__ = ["Embed", "SharedVectors", "Vectors", "index_name"]
