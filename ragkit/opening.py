"""Open what a kit is made of: the documents, the indexes over them, and the memory beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from pathlib import Path

from tokenizers import Tokenizer

from ragkit.documents.corpus import Corpus, load
from ragkit.documents.tiers import tiers_of
from ragkit.model.banner import announce, endpoint_line
from ragkit.model.recorded import recording_of
from ragkit.search.dense import Dense, SharedDense
from ragkit.search.memory import FailureMemory
from ragkit.settings import Mark, Settings
from ragkit.stores import Embed, index_name


def say_whose_replies(settings: Settings, quiet: bool) -> None:
    """Show whose replies these are, if not the embedded model's. Raises `RecordingError`."""
    recording = recording_of(settings)
    line = recording.line if recording else endpoint_line(settings)
    if line and not quiet:
        announce(line)


def open_corpus(folder: str | Path, settings: Settings, weights: Path, quiet: bool) -> Corpus:
    """The documents of a folder, after a look at its tiers: a fault in them is said now."""
    corpus = load(folder, settings, token_counter(weights), quiet)
    tiers_of(corpus.folder, corpus.sources)
    return corpus


def token_counter(weights: Path) -> Callable[[str], int]:
    """A function that counts a text's tokens of the embedding model, which drops what is too long.

    A word of a million letters is one unknown token to that model. So every ten characters count as
    at least one.
    """
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    @lru_cache(maxsize=50_000)  # a text without spaces is counted letter by letter
    def count(text: str) -> int:
        tokens = tokenizer.encode(text, add_special_tokens=False).ids
        least = ceil(len(text) / 10)
        return max(len(tokens), least)

    return count


def open_dense(corpus: Corpus, settings: Settings, index: Path, embed: Embed, quiet: bool) -> Dense:
    """The vectors: in the folder `index`, or on the server that the settings name."""
    if settings.chroma is None:
        return Dense(index, corpus.passages, embed, quiet)
    name = index_name(corpus.passages, settings.embedder)
    return SharedDense(settings.chroma, name, corpus.passages, embed, quiet)


def open_memory(
    corpus: Corpus, settings: Settings, index: Path, embed: Embed
) -> FailureMemory | None:
    """The failure memory, by default beside the index; None when it is switched off."""
    if not settings.memory:
        return None
    folder = settings.memories or index / "memory"
    return FailureMemory(folder, embed, corpus.fingerprint)


def index_folder(corpus: Corpus, settings: Settings) -> Path:
    """The folder of the vector store: one for each corpus and each way of cutting and embedding it.

    So experiments with other such settings do not undo each other's index.
    """
    documents = corpus.folder.resolve()
    marked = Settings.marked(Mark.INDEX)
    values = [getattr(settings, name) for name in Settings.model_fields if name in marked]
    digest = hashlib.sha256(repr((str(documents), *values)).encode()).hexdigest()
    root = settings.indexes or settings.cache / "indexes"
    name = documents.parent.name if documents.name == "docs" else documents.name
    return root / f"{name[:40]}-{digest[:12]}"
