"""Which files of a corpus folder are read, and what they are called.

Left out: reading them (`reader.py`).
"""

from __future__ import annotations

from pathlib import Path

from ragkit.documents.reader import READERS, leads_out
from ragkit.documents.tiers import NAME as TIERS
from ragkit.recommended import NAME as RECOMMENDED
from ragkit.text.printable import shown_name
from ragkit.thresholds import NAME as THRESHOLDS

QUESTIONS = "questions.jsonl"
"""The golden questions of a folder, which may lie beside its documents."""
CONVERSATIONS = "conversations.jsonl"
"""Its golden conversations."""
OWN = ((QUESTIONS,), (CONVERSATIONS,), (THRESHOLDS,), (TIERS,), (RECOMMENDED,))
"""Files of the kit beside documents, as the parts of their paths."""


def documents_folder(folder: Path) -> Path:
    """Return the folder of the documents: `docs/` in a kit corpus, else the folder itself."""
    if not folder.exists():
        raise FileNotFoundError(f"asked for the folder {folder.absolute()}, which does not exist")
    if not folder.is_dir():
        raise NotADirectoryError(
            f"asked for the folder {folder.absolute()}, which is a file; "
            "name the folder that contains it"
        )
    docs = folder / "docs"
    is_kit_corpus = docs.is_dir() and (folder / QUESTIONS).exists()
    return docs if is_kit_corpus else folder


def files(root: Path) -> list[Path]:
    """Return every file below a folder in a fixed order, except hidden ones and the kit's own."""
    paths = []
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if any(part.startswith(".") for part in parts):
            continue
        # These are no documents that were left out.
        if parts in OWN:
            continue
        if _is_inner_folder(path, root):
            continue
        paths.append(path)
    return sorted(paths)


def _is_inner_folder(path: Path, root: Path) -> bool:
    """Whether it is a folder whose files are listed, or are there under another name.

    A folder named like a document is listed itself, so that it is reported as unreadable. So is a
    link to a folder elsewhere, which is not followed.
    """
    if not path.is_dir() or path.suffix.lower() in READERS:
        return False
    return not leads_out(path, root)


def source_name(path: Path, root: Path) -> str:
    """Return a file's path in its corpus folder, as one line that can be printed.

    Bytes of a name that are not Unicode become `?`, and control characters are written out.
    """
    return shown_name(path.relative_to(root).as_posix())
