"""How well a folder was read: what was left out or lost, what is twice there, in which languages.

`Kit.open` says in a sentence what a reader should know, and `python -m ragkit ingest` lists all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.documents.language import ENGLISH
from ragkit.text.printable import shown

HEAD = ("file", "passages", "language", "pages", "tables", "what to know")
ENOUGH = 0.5
"""Share of documents in other languages above which the folder is told that the kit is for English.
"""


def copies(about: Mapping[str, About]) -> dict[str, str]:
    """The files that are copies of an earlier one, with that one.

    >>> copies({"a.md": About(likeness="1"), "b.md": About(), "c.html": About(likeness="1")})
    {'c.html': 'a.md'}
    """
    first: dict[str, str] = {}
    found = {}
    for name, known in about.items():
        if not known.likeness:
            continue
        original = first.setdefault(known.likeness, name)
        if original != name:
            found[name] = original
    return found


def languages(about: Mapping[str, About]) -> dict[str, int]:
    """How many documents are in each language, the commonest first; copies count, too."""
    counted = Counter(known.language for known in about.values() if known.language)
    return dict(counted.most_common())


def trouble(corpus: Corpus) -> str:
    """What a reader of the answers should know of the folder, in a sentence; else empty."""
    other = _mostly_not_english(corpus.about)
    found = [*_counted(corpus), other]
    said = "; ".join(filter(None, found))
    if not said:
        return ""
    return shown(f"{corpus.folder}: {said} (`python -m ragkit ingest` lists the files)")


def _counted(corpus: Corpus) -> list[str]:
    """What was left out, lost or is twice there, each with its number of files."""
    blank = sum(known.blank for known in corpus.about.values())
    counts = {
        "left out": len(corpus.skipped),
        "read with losses": len(corpus.notes),
        "copies of others": len(copies(corpus.about)),
    }
    files = len(corpus.sources) + len(corpus.skipped)
    found = [f"{count} of {files} files {what}" for what, count in counts.items() if count]
    if blank:
        found.append(f"{blank} pages without text")
    return found


def _mostly_not_english(about: Mapping[str, About]) -> str:
    """What is said where most documents are in other languages."""
    spoken = languages(about)
    others = {name: count for name, count in spoken.items() if name != ENGLISH}
    if sum(others.values()) <= ENOUGH * sum(spoken.values()):
        return ""
    return (
        f"most documents are not in English ({', '.join(others)}), which the kit is for: "
        "docs/own-documents.md says what works, and how to choose another embedder"
    )


def rows(corpus: Corpus) -> list[tuple[str, ...]]:
    """A row for each file, with the columns of `HEAD`; what was left out comes last."""
    passages = Counter(passage.source for passage in corpus.passages)
    twice = copies(corpus.about)
    found = []
    for name, count in passages.items():
        known = corpus.about.get(name, About())
        figures = (known.pages or "", known.tables or "")
        copy = [f"a copy of {twice[name]}"] if name in twice else []
        blank = [f"{known.blank} pages without text"] if known.blank else []
        remarks = "; ".join([*copy, *blank, *corpus.notes.get(name, ())])
        found.append((name, str(count), known.language, *map(str, figures), remarks))
    for name, reason in corpus.skipped.items():
        found.append((name, "", "", "", "", f"left out: {reason}"))
    return found


def summary(corpus: Corpus) -> str:
    """All files in a sentence."""
    spoken = [f"{count} {name}" for name, count in languages(corpus.about).items()]
    tables = sum(known.tables for known in corpus.about.values())
    facts = [f"{len(corpus.passages)} passages of {len(corpus.sources)} documents", *spoken]
    facts += [f"{tables} tables"] if tables else []
    return ", ".join([*facts, *_counted(corpus)])


def as_text(corpus: Corpus) -> str:
    """The table of all files for a terminal, with the sum below it."""
    lines = [HEAD, *rows(corpus)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = [_line(cells, widths) for cells in lines]
    return shown("\n".join([*written, f"{corpus.folder}: {summary(corpus)}"]))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells in columns; the last one is as long as it is."""
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return "  ".join(padded).rstrip()
