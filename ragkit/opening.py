"""Open what a kit is made of: the documents, the indexes over them, and the memory beside them."""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import ceil
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from ragkit.documents.corpus import Corpus, ReadAll, load
from ragkit.documents.tiers import tiers_of
from ragkit.model.banner import announce, endpoint_line
from ragkit.model.recorded import recording_of
from ragkit.search.copies import Copies
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.memory import FailureMemory
from ragkit.search.sparse import Sparse
from ragkit.settings import Mark, Settings
from ragkit.stores import (
    ChromaServer,
    ChromaVectors,
    Embed,
    EmbedAll,
    ExactVectors,
    SharedVectors,
    StoreBusy,
    VectorStore,
    index_name,
)
from ragkit.weights import ModelFileError, ensure

MARKS = 2
"""Number of tokens that a model adds at the ends of a text."""
LONG = 10
"""Seconds from which it is said how long each part of opening took."""
UNSAID = 512
"""Number of tokens that most models read whose folder does not say so."""


def say_whose_replies(settings: Settings, quiet: bool) -> None:
    """Show whose replies these are, if not the embedded model's. Raises `RecordingError`."""
    recording = recording_of(settings)
    line = recording.line if recording else endpoint_line(settings)
    if line and not quiet:
        announce(line)


def say_seconds(corpus: Corpus, quiet: bool) -> None:
    """Print to stderr how long each part of opening took, if that was long."""
    seconds = corpus.seconds
    if seconds.total > LONG and not quiet:
        sys.stderr.write(f"{corpus.size}: {seconds}\n")


def embedder_folder(settings: Settings, quiet: bool) -> Path:
    """The folder of the embedding model: your own, or that of a pinned one, which is fetched.

    Raises `ModelFileError` for a folder that holds no such model, or whose model reads less of a
    passage than `chunk_tokens`.
    """
    own = Path(settings.embedder).expanduser()
    if not own.is_dir():
        return ensure(settings.embedder, settings.weights_folder, quiet=quiet)
    asked = f"the embedder {own}"
    if not (own / "tokenizer.json").is_file():
        then = "name a sentence-transformers folder with a tokenizer.json"
        raise ModelFileError(asked, "it has no tokenizer.json", then)
    most = _longest(own) - MARKS
    if most < settings.chunk_tokens:
        got = f"it reads {most} tokens of a passage, and chunk_tokens is {settings.chunk_tokens}"
        raise ModelFileError(asked, got, f"set RAGKIT_CHUNK_TOKENS={most} or lower")
    return own


def _longest(folder: Path) -> int:
    """Number of tokens that a model reads of a text, where its folder says so."""
    try:
        said = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))
        return int(said["max_seq_length"])
    except (OSError, ValueError, TypeError, KeyError):
        return UNSAID


def open_corpus(
    folder: str | Path,
    settings: Settings,
    weights: Path,
    quiet: bool,
    read_all: ReadAll | None = None,
) -> Corpus:
    """The documents of a folder, after a look at its tiers: a fault in them is said now."""
    corpus = load(folder, settings, token_counter(weights), quiet, read_all)
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


def open_dense(
    corpus: Corpus,
    settings: Settings,
    index: Path,
    embed: Embed,
    quiet: bool,
    embed_all: EmbedAll | None = None,
) -> Dense:
    """The vectors, in the store that the settings name: in the folder `index`, or on a server."""
    passages, seconds = corpus.passages, corpus.seconds
    many = embed_all or partial(map, embed)

    def timed(batches: Iterable[Sequence[str]]) -> Iterable[np.ndarray]:
        return seconds.waiting("embed", many(batches))

    store: VectorStore
    with seconds.of("store"):
        if settings.store == "exact":
            store = ExactVectors(index, passages, embed, quiet, timed)
        elif settings.store == "chroma":
            store = ChromaVectors(index, passages, embed, quiet, timed)
        else:
            name = index_name(passages, settings.embedder)
            server = ChromaServer(settings.store, settings.store_token)
            store = SharedVectors(server, name, passages, embed, quiet, timed)
    seconds.store -= seconds.embed
    return Dense(store)


def open_retriever(
    corpus: Corpus,
    settings: Settings,
    index: Path,
    embed: Embed,
    quiet: bool,
    embed_all: EmbedAll | None = None,
) -> Retriever:
    """Both indexes of the corpus, and which of its texts are copies."""
    passages = corpus.passages
    dense = open_dense(corpus, settings, index, embed, quiet, embed_all)
    with corpus.seconds.of("words"):
        sparse = Sparse(passages, copies_once=True, folder=index, quiet=quiet)
    say_seconds(corpus, quiet)
    return Retriever(dense, sparse, fusion=settings.fusion, copies=Copies(passages))


def open_memory(
    corpus: Corpus, settings: Settings, index: Path, embed: Embed
) -> FailureMemory | None:
    """The failure memory, by default beside the index; None when it is switched off.

    So it is, with a warning, while another process has it open: an answer does not need it.
    """
    if not settings.memory:
        return None
    folder = settings.memories or index / "memory"
    try:
        return FailureMemory(folder, embed, corpus.fingerprint)
    except StoreBusy as busy:
        warnings.warn(f"{busy} Until then, this kit has no memory.", stacklevel=3)
        return None


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
