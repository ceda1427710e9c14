"""A folder of documents to passages: each file is read, split into sections, and cut to size.

A file that cannot be read is reported with the reason. The passages of a file are cached under its
content and the settings, so an unchanged corpus loads at once. The cache is a convenience: where it
cannot be used, the files are read anew. Left out: the files' formats (`reader.py`), how a document
is cut (`cutting.py`), which files there are (`folder.py`), and vectors (`search/dense.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import tee
from pathlib import Path

from pydantic import TypeAdapter
from tqdm.auto import tqdm

from ragkit.disk.texts import TextCache
from ragkit.documents.about import About, about
from ragkit.documents.cutting import chunk
from ragkit.documents.document import USUAL, Unreadable
from ragkit.documents.folder import documents_folder, files, source_name
from ragkit.documents.limited import end_spare
from ragkit.documents.reader import LEADS_OUT, READERS, leads_out, read
from ragkit.documents.seconds import Seconds
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.text.counted import counted
from ragkit.text.printable import shown

VERSION = 9
"""Part of the cache key; raise it when reading or cutting changes, so that files are read anew."""
ONLY_HEADINGS = "holds only headings, and no text below them; write some, or leave it out"


class EmptyCorpus(ValueError):
    """No document in the folder can be read; the message lists up to 20 files with the reason."""


@dataclass(frozen=True)
class Pieces:
    """What became of one file."""

    passages: list[Passage]
    notes: tuple[str, ...]
    about: About


PIECES = TypeAdapter(Pieces)
Found = Pieces | str
"""What became of a file, or the reason why it gave no passage."""
ReadAll = Callable[[Path, Iterable[tuple[Path, str]]], Iterable[Found]]
"""A function that reads files below a folder, in order and one by one; each has its fingerprint."""


@dataclass(frozen=True)
class Corpus:
    """The passages of a folder, with the files that were skipped or only partly read."""

    folder: Path
    passages: tuple[Passage, ...]
    skipped: dict[str, str]
    """Reason by file, for each file that gave no passage."""
    notes: dict[str, tuple[str, ...]]
    """What was lost in reading, by file."""
    about: dict[str, About] = field(default_factory=dict)
    """What else is known of each file that gave a passage; `documents/health.py` sums it up."""
    seconds: Seconds = field(default_factory=Seconds, compare=False)
    """What reading took, and then embedding and storing, once a kit is open."""

    @property
    def fingerprint(self) -> str:
        """A hash that changes when any passage does."""
        ids = [passage.id for passage in self.passages]
        digest = _hash("".join(ids))
        return digest[:16]

    @property
    def sources(self) -> set[str]:
        """The paths of the documents in the folder that gave a passage."""
        return {passage.source for passage in self.passages}

    @property
    def size(self) -> str:
        """The number of passages and documents, in words."""
        passages = counted(len(self.passages), "passage")
        return f"{passages} of {counted(len(self.sources), 'document')}"

    def __str__(self) -> str:
        lines = [f"{self.size} in {self.folder}"]
        for name, reason in self.skipped.items():
            lines.append(f"  left out {name}: {reason}")
        return shown("\n".join(lines))


def load(
    folder: str | Path,
    settings: Settings,
    count: Callable[[str], int],
    quiet: bool = False,
    read_all: ReadAll | None = None,
) -> Corpus:
    """Load the corpus in a folder; `count` returns the length of a text in tokens.

    A kit corpus (with `docs/` and `questions.jsonl`) is read from its `docs/`. Files that the cache
    does not have are read here, or by `read_all`. Raises `FileNotFoundError`, `NotADirectoryError`
    or, when no file gave a passage, `EmptyCorpus`.
    """
    root = documents_folder(Path(folder))
    corpus = Corpus(root, (), {}, {})
    passages: list[Passage] = []
    with corpus.seconds.of("read"):
        found = _all_found(root, settings, read_all or partial(_read_here, settings, count), quiet)
    for path, pieces in found.items():
        name = source_name(path, root)
        if isinstance(pieces, str):
            corpus.skipped[name] = pieces
            continue
        passages += pieces.passages
        corpus.about[name] = pieces.about
        if pieces.notes:
            corpus.notes[name] = pieces.notes
    if not passages:
        raise EmptyCorpus(_nothing_in(root, corpus.skipped))
    return replace(corpus, passages=tuple(passages))


def _all_found(root: Path, settings: Settings, read_all: ReadAll, quiet: bool) -> dict[Path, Found]:
    """What became of each file, from the cache if file and settings are unchanged."""
    paths = files(root)
    memo = TextCache(settings.cache / "chunks", "passages")
    found: dict[Path, Found] = dict.fromkeys(paths, "")
    bar = tqdm(total=len(paths), desc="documents", unit="file", disable=quiet, leave=False, delay=1)

    def unknown() -> Iterator[tuple[Path, str]]:
        for path in paths:
            key, known = _cached(path, root, settings, memo)
            if known is None:
                yield path, key
                continue
            found[path] = known
            bar.update()

    with bar:
        kept, asked = tee(unknown())
        for (path, key), pieces in zip(kept, read_all(root, asked), strict=True):
            if isinstance(pieces, Pieces):
                memo.set(key, json.dumps(asdict(pieces)))
            found[path] = pieces
            bar.update()
    return found


def _read_here(
    settings: Settings,
    count: Callable[[str], int],
    root: Path,
    asked: Iterable[tuple[Path, str]],
) -> Iterator[Found]:
    try:
        for path, _ in asked:
            yield pieces_of(path, root, settings, count)
    finally:
        # No process is left when the folder has been read.
        end_spare()


def _nothing_in(root: Path, skipped: dict[str, str]) -> str:
    suffixes = ", ".join(READERS)
    message = f"no document in {root.absolute()} could be read; put {suffixes} files there"
    if not skipped:
        return f"{message} (it is empty)"
    lines = [message]
    for name, reason in list(skipped.items())[:20]:
        lines.append(f"  {name}: {reason}")
    return shown("\n".join(lines))


def pieces_of(path: Path, root: Path, settings: Settings, count: Callable[[str], int]) -> Found:
    """Read a file and cut it to passages, or say why that cannot be done."""
    try:
        document = read(path, root)
    except Unreadable as error:
        return error.reason
    document = replace(document, source=source_name(path, root))
    passages = chunk(document, settings.chunk_tokens, settings.chunk_overlap, count)
    if not passages:
        return ONLY_HEADINGS
    return Pieces(passages, document.notes, about(document))


def _cached(
    path: Path, root: Path, settings: Settings, memo: TextCache
) -> tuple[str, Found | None]:
    """Return a file's fingerprint, and what is known of it without reading it, if anything."""
    try:
        key = fingerprint(path, root, settings)
    except Unreadable as error:
        return "", error.reason
    return key, _stored(memo.get(key))


def _stored(text: str | None) -> Pieces | None:
    """Return what the cache has of a file; None if that is nothing, or not as it was stored."""
    if text is None:
        return None
    try:
        # json and not pydantic's parser, which refuses halves of surrogate pairs.
        return PIECES.validate_python(json.loads(text))
    except (ValueError, RecursionError):
        return None


def fingerprint(path: Path, root: Path, settings: Settings) -> str:
    """Return a hash of what a file's passages depend on: its content, its name, the settings.

    Raises `Unreadable` for a file that cannot be opened, or that a link leads to from outside.
    """
    if leads_out(path, root):
        raise Unreadable(path, LEADS_OUT)
    try:
        content = _content_hash(path)
    # The file may have vanished, or been forbidden, since the folder was listed.
    except OSError as error:
        raise Unreadable(
            path,
            f"cannot be opened ({error.strerror}); check that it is there, and its permissions",
        ) from error
    cut = (settings.chunk_tokens, settings.chunk_overlap)
    parts = (VERSION, source_name(path, root), content, cut, settings.embedder)
    return _hash(repr(parts))


def _content_hash(path: Path) -> str:
    """Return the hash of a file; empty for one that is not read, which may be a huge video."""
    if not path.is_file() or path.suffix.lower() not in READERS:
        return ""
    if path.stat().st_size > USUAL.file_bytes:
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode())
    return digest.hexdigest()
