"""Cross-encoders, the optional models: rerankers and NLI judges that read two texts at once.

They are not pinned, because the kit works without them: any that sentence-transformers can load
will do. Two examples: `cross-encoder/ms-marco-MiniLM-L-6-v2` reranks,
`cross-encoder/nli-deberta-v3-base` judges whether a text states a claim.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import try_to_load_from_cache

from ragkit.text.one_line import first_line
from ragkit.weights.hub import refuses
from ragkit.weights.source import ModelMissing

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


def load_cross_encoder(name_or_path: str | Path, **settings: Any) -> CrossEncoder:
    """Load a cross-encoder from a local folder, from huggingface_hub's cache, or from the hub.

    `settings` are passed to sentence-transformers' `CrossEncoder` (`max_length`, `device`, ...).
    Importing that takes about ten seconds, so `ModelMissing` is raised before, if there is nothing
    to load.
    """
    folder = Path(name_or_path).expanduser()
    if folder.is_dir():
        return _load_local(folder, settings)
    name = str(name_or_path)
    refusal = refuses(name, "config.json")
    if refusal and not _in_cache(name):
        raise _missing(name, refusal.why)
    return _load(name, refusal is not None, settings)


def _load_local(folder: Path, settings: dict[str, Any]) -> CrossEncoder:
    if not (folder / "config.json").is_file():
        raise _missing(str(folder), "a folder without config.json")
    return _load(str(folder), True, settings)


def _load(name: str, local_files_only: bool, settings: dict[str, Any]) -> CrossEncoder:
    from sentence_transformers import CrossEncoder

    try:
        encoder: CrossEncoder = CrossEncoder(name, local_files_only=local_files_only, **settings)
    # These are transformers' errors for files that are absent or of another kind.
    except (OSError, ValueError) as error:
        raise _missing(name, first_line(error)) from error
    return encoder


def _in_cache(name: str) -> bool:
    try:
        path = try_to_load_from_cache(name, "config.json")
    # The name is a path that does not exist, so it is not the name of a repository.
    except ValueError:
        return False
    return isinstance(path, str)


def _missing(name: str, why: str) -> ModelMissing:
    asked = f"cross-encoder {name!r}, from a local folder, huggingface_hub's cache or the hub"
    then = "give the path of a local folder that holds the model, or go online"
    return ModelMissing(asked, why, then)
