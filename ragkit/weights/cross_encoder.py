"""Cross-encoders, the optional models: rerankers and NLI judges that read two texts at once.

They are not pinned: the kit works without them, and any that sentence-transformers can load will do. Two to
ask for: `cross-encoder/ms-marco-MiniLM-L-6-v2` reranks, `cross-encoder/nli-deberta-v3-base` judges whether
a text states a claim.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import try_to_load_from_cache

from ragkit.weights.hub import refuses
from ragkit.weights.source import ModelMissing, brief

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


def load_cross_encoder(name_or_path: str | Path, **settings: Any) -> CrossEncoder:
    """A cross-encoder from a local folder, from what huggingface_hub already has, or from the hub.

    `settings` go to sentence-transformers' `CrossEncoder` (`max_length`, `device`, ...). Its import takes
    about ten seconds; when there is nothing to load, `ModelMissing` comes before it, in seconds.
    """
    folder = Path(name_or_path).expanduser()
    local = folder.is_dir()
    name = str(folder if local else name_or_path)
    if local and not (folder / "config.json").is_file():
        raise _missing(name, "a folder without config.json")
    refusal = None if local else refuses(name, "config.json")
    if refusal and not _in_cache(name):
        raise _missing(name, refusal.why)
    from sentence_transformers import CrossEncoder

    try:
        encoder: CrossEncoder = CrossEncoder(name, local_files_only=bool(local or refusal), **settings)
    except (OSError, ValueError) as error:  # so transformers says that files are absent or of another kind
        raise _missing(name, brief(error)) from error
    return encoder


def _in_cache(name: str) -> bool:
    try:
        return isinstance(try_to_load_from_cache(name, "config.json"), str)
    except ValueError:  # not a repository's name: a path that does not exist
        return False


def _missing(name: str, why: str) -> ModelMissing:
    asked = f"cross-encoder {name!r}, from a local folder, huggingface_hub's cache or the hub"
    return ModelMissing(asked, why, "give the path of a local folder that holds the model, or go online")
