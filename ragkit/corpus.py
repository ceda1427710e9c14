"""A folder of documents to passages: read, cut by structure and then by size, number, remember.

What can be read is read; what cannot is reported by name and reason. The cut pieces of a file are remembered under
its content and the settings, so an unchanged corpus loads at once and a changed one is read only where it changed.
Left out: the files' formats (`read/`) and vectors (`dense.py`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import diskcache
from langchain_text_splitters import RecursiveCharacterTextSplitter
from tqdm.auto import tqdm

from ragkit.read import FENCED, READERS, Document, Unreadable, read
from ragkit.settings import Settings
from ragkit.state import Passage

HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
SEPARATORS = ["\n\n", "\n", ". ", " ", ""]
VERSION = 3
"""Raise it when reading or cutting changes, so that remembered pieces are cut anew."""


class EmptyCorpus(ValueError):
    """The folder holds nothing that can be read; the message lists what was found and why it was left out."""


@dataclass(frozen=True)
class Corpus:
    """The passages of a folder, and what was left out or lossy on the way."""

    folder: Path
    passages: tuple[Passage, ...]
    skipped: dict[str, str]
    """Reason by file, for each file that gave no passage."""
    notes: dict[str, tuple[str, ...]]
    """What was lossy, by file."""

    @property
    def fingerprint(self) -> str:
        """Changes when any passage does."""
        return hashlib.sha256("".join(passage.id for passage in self.passages).encode()).hexdigest()[:16]

    def __str__(self) -> str:
        sources = len({p.source for p in self.passages})
        left_out = "".join(f"\n  left out {name}: {reason}" for name, reason in self.skipped.items())
        return f"{len(self.passages)} passages of {sources} documents in {self.folder}{left_out}"


def load(folder: str | Path, settings: Settings, count: Callable[[str], int], quiet: bool = False) -> Corpus:
    """The corpus in a folder; `count` gives a text's length in tokens.

    A kit corpus (with `docs/` and `questions.jsonl`) is read from its `docs/`. Raises `FileNotFoundError`,
    `NotADirectoryError` or, when no file gave a passage, `EmptyCorpus`.
    """
    root = documents_folder(Path(folder))
    passages: list[Passage] = []
    skipped: dict[str, str] = {}
    notes: dict[str, tuple[str, ...]] = {}
    with diskcache.Cache(str(settings.cache / "chunks")) as memo:
        for path in tqdm(files(root), desc="documents", unit="file", disable=quiet, leave=False, delay=1):
            try:
                pieces, said = _pieces(path, root, settings, count, memo)
            except Unreadable as error:
                skipped[source_name(path, root)] = error.reason
            else:
                passages += pieces
                notes |= {source_name(path, root): said} if said else {}
    if not passages:
        raise EmptyCorpus(_nothing_in(root, skipped))
    return Corpus(root, tuple(passages), skipped, notes)


def documents_folder(folder: Path) -> Path:
    """Where a folder's documents lie: in `docs/` for a corpus of the kit, else in the folder itself."""
    if not folder.exists():
        raise FileNotFoundError(f"asked for the folder {folder.absolute()}, which does not exist")
    if not folder.is_dir():
        raise NotADirectoryError(
            f"asked for the folder {folder.absolute()}, which is a file; name the folder it lies in"
        )
    kit_corpus = (folder / "docs").is_dir() and (folder / "questions.jsonl").exists()
    return folder / "docs" if kit_corpus else folder


def files(root: Path) -> list[Path]:
    """Every file below a folder in a fixed order, hidden ones left out."""
    found = (path for path in root.rglob("*") if not path.is_dir() or path.suffix.lower() in READERS)
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(root).parts))


def source_name(path: Path, root: Path) -> str:
    """A file's path in its corpus folder, as text that can be printed: of a name that is not Unicode, `?` stays."""
    return path.relative_to(root).as_posix().encode(errors="replace").decode()


def _nothing_in(root: Path, skipped: dict[str, str]) -> str:
    listed = "".join(f"\n  {name}: {reason}" for name, reason in list(skipped.items())[:20])
    wanted = f"put {', '.join(READERS)} files there"
    return f"no document in {root.absolute()} could be read; {wanted}{listed or ' (it is empty)'}"


def _pieces(
    path: Path, root: Path, settings: Settings, count: Callable[[str], int], memo: diskcache.Cache
) -> tuple[list[Passage], tuple[str, ...]]:
    """A file's passages and notes, from memory when neither the file nor the settings changed."""
    key = fingerprint(path, root, settings)
    if (known := memo.get(key)) is not None:
        stored = json.loads(known)
        return [Passage(**piece) for piece in stored["passages"]], tuple(stored["notes"])
    document = replace(read(path, root), source=source_name(path, root))
    passages = chunk(document, settings.chunk_tokens, settings.chunk_overlap, count)
    memo.set(key, json.dumps({"passages": [asdict(p) for p in passages], "notes": document.notes}))
    return passages, document.notes


def fingerprint(path: Path, root: Path, settings: Settings) -> str:
    """What a file's passages depend on, as a hash: its content, its name and how it is cut."""
    content, name = "", source_name(path, root)
    try:
        if path.is_file() and path.suffix.lower() in READERS:  # what no reader takes may be a film of ten gigabytes
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:  # vanished or forbidden since the folder was listed
        raise Unreadable(
            path, f"cannot be opened ({error.strerror}); check that it is there, and its permissions"
        ) from error
    cut = (settings.chunk_tokens, settings.chunk_overlap)
    return hashlib.sha256(repr((VERSION, name, content, cut, settings.embedder)).encode()).hexdigest()


def sections(text: str) -> Iterator[tuple[int, int, str]]:
    """A Markdown text's sections as start, end and the headings above, outermost first.

    >>> list(sections("# Owls\\nBirds.\\n## Food\\nMice."))
    [(0, 13, 'Owls'), (14, 27, 'Owls > Food')]
    """
    code = FENCED.sub(lambda block: " " * len(block[0]), text)  # of the same length; a `# comment` is no heading
    marks = list(HEADING.finditer(code))
    above: list[tuple[int, str]] = []
    for start, end, mark in zip(
        [0, *(m.start() for m in marks)], [*(m.start() for m in marks), len(text)], [None, *marks]
    ):
        if mark:
            level = len(mark[1])
            above = [*((depth, title) for depth, title in above if depth < level), (level, _title(mark[2]))]
        stripped = text[start:end].rstrip()
        if stripped.strip():
            yield start, start + len(stripped), " > ".join(title for _, title in above)


def _title(heading: str) -> str:
    """A heading's words, without the marks that may close it: `Food ##`, but `C#` is a name."""
    words = heading.strip().rstrip("#")
    return words.rstrip() if words.endswith((" ", "\t")) else heading.strip()


def chunk(document: Document, tokens: int, overlap: int, count: Callable[[str], int]) -> list[Passage]:
    """A document's passages: its sections, cut at paragraphs, lines and sentences until none exceeds `tokens`.

    `overlap` (tokens) is repeated between pieces of one section. `document.text[p.start:p.end] == p.text` always.
    """
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=tokens, chunk_overlap=min(overlap, tokens // 2), length_function=count, separators=SEPARATORS,
        keep_separator="end",
    )  # fmt: skip
    found = []
    for start, end, section in sections(document.text):
        at, before = start, ""
        for text in splitter.split_text(document.text[start:end]):  # its own start index is wrong where tokens count
            at, before = document.text.index(text, at + (text == before), end), text
            if at == start and HEADING.fullmatch(text):
                continue  # a bare heading states nothing, and every piece below it is indexed with it
            page = document.page_at(at)
            found.append(
                Passage(_id(document.source, at, text), text, document.source, section, page, at, at + len(text))
            )
    return list({passage.id: passage for passage in found}.values())


def _id(source: str, start: int, text: str) -> str:
    return hashlib.sha256(f"{source}\0{start}\0{text}".encode()).hexdigest()[:16]
