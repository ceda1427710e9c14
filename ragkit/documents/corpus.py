"""A folder of documents to passages: each file is read, split into sections, and cut to size.

A file that cannot be read is reported with the reason. The passages of a file are cached under its
content and the settings, so an unchanged corpus loads at once. The cache is a convenience: where it
cannot be used, the files are read anew. Left out: the files' formats (`reader.py`), which files
there are (`folder.py`), and vectors (`search/dense.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from langchain_text_splitters import RecursiveCharacterTextSplitter
from pydantic import TypeAdapter
from tqdm.auto import tqdm

from ragkit.disk.texts import TextCache
from ragkit.documents.about import About, about
from ragkit.documents.document import LONGEST_HEADING, USUAL, Document, Unreadable
from ragkit.documents.folder import documents_folder, files, source_name
from ragkit.documents.limited import end_spare
from ragkit.documents.reader import LEADS_OUT, READERS, leads_out, read
from ragkit.documents.sections import headings, sections
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.text.counted import counted
from ragkit.text.printable import shown

SEPARATORS = ["\n\n", "\n", ". ", "。", " ", ""]
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
    folder: str | Path, settings: Settings, count: Callable[[str], int], quiet: bool = False
) -> Corpus:
    """Load the corpus in a folder; `count` returns the length of a text in tokens.

    A kit corpus (with `docs/` and `questions.jsonl`) is read from its `docs/`. Raises
    `FileNotFoundError`, `NotADirectoryError` or, when no file gave a passage, `EmptyCorpus`.
    """
    root = documents_folder(Path(folder))
    passages: list[Passage] = []
    skipped: dict[str, str] = {}
    notes: dict[str, tuple[str, ...]] = {}
    known: dict[str, About] = {}
    bar = tqdm(files(root), desc="documents", unit="file", disable=quiet, leave=False, delay=1)
    memo = TextCache(settings.cache / "chunks", "passages")
    try:
        for path in bar:
            name = source_name(path, root)
            try:
                pieces = _pieces(path, root, settings, count, memo)
            except Unreadable as error:
                skipped[name] = error.reason
                continue
            passages += pieces.passages
            known[name] = pieces.about
            if pieces.notes:
                notes[name] = pieces.notes
    finally:
        # No process is left when the folder has been read.
        end_spare()
    if not passages:
        raise EmptyCorpus(_nothing_in(root, skipped))
    return Corpus(root, tuple(passages), skipped, notes, known)


def _nothing_in(root: Path, skipped: dict[str, str]) -> str:
    suffixes = ", ".join(READERS)
    message = f"no document in {root.absolute()} could be read; put {suffixes} files there"
    if not skipped:
        return f"{message} (it is empty)"
    lines = [message]
    for name, reason in list(skipped.items())[:20]:
        lines.append(f"  {name}: {reason}")
    return shown("\n".join(lines))


def _pieces(
    path: Path, root: Path, settings: Settings, count: Callable[[str], int], memo: TextCache
) -> Pieces:
    """Return a file's passages and notes, from the cache if file and settings are unchanged."""
    if leads_out(path, root):
        raise Unreadable(path, LEADS_OUT)
    key = fingerprint(path, root, settings)
    stored = _stored(memo.get(key))
    if stored is not None:
        return stored
    document = read(path, root)
    document = replace(document, source=source_name(path, root))
    passages = chunk(document, settings.chunk_tokens, settings.chunk_overlap, count)
    if not passages:
        raise Unreadable(path, ONLY_HEADINGS)
    pieces = Pieces(passages, document.notes, about(document))
    memo.set(key, json.dumps(asdict(pieces)))
    return pieces


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
    """Return a hash of what a file's passages depend on: its content, its name, the settings."""
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


def chunk(
    document: Document, tokens: int, overlap: int, count: Callable[[str], int]
) -> list[Passage]:
    """Return a document's passages, none of them longer than `tokens`.

    Its sections are cut at paragraphs, lines and sentences. `overlap` (in tokens) is repeated
    between pieces of one section. `document.text[p.start:p.end] == p.text` holds for every passage.
    """
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=tokens,
        chunk_overlap=min(overlap, tokens // 2),
        length_function=count,
        separators=SEPARATORS,
        keep_separator="end",
    )
    passages: dict[str, Passage] = {}
    known = document.headings
    marks = headings(document.text) if known is None else known
    ends = {mark.start: mark.end for mark in marks}
    for start, end, section in sections(document.text, marks):
        pieces = splitter.split_text(document.text[start:end])
        for offset, text in _located(document.text, pieces, start, end):
            # Every piece below a heading is indexed with it. A long one is cut there, and stays.
            is_heading = offset + len(text) <= ends.get(offset, offset)
            if is_heading and len(text) <= LONGEST_HEADING:
                continue
            passage = _passage(document, text, section, offset)
            passages[passage.id] = passage
    return list(passages.values())


def _located(text: str, pieces: Sequence[str], start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield each piece with its offset.

    The splitter's own start index is wrong where lengths are counted in tokens.
    """
    offset = start
    previous = ""
    for piece in pieces:
        # An equal piece would be found at the same offset again.
        after = offset + 1 if piece == previous else offset
        offset = text.index(piece, after, end)
        previous = piece
        yield offset, piece


def _passage(document: Document, text: str, section: str, start: int) -> Passage:
    return Passage(
        id=_hash(f"{document.source}\0{start}\0{text}")[:16],
        text=text,
        source=document.source,
        section=section,
        page=document.page_at(start),
        start=start,
        end=start + len(text),
    )
