"""How well a folder was read: what was left out or lost, what is twice there, in which languages.

`Kit.open` says in a sentence what a reader should know, and `python -m ragkit ingest` lists all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.documents.document import LEFT_OUT
from ragkit.documents.language import ENGLISH
from ragkit.text.printable import shown


class Row(NamedTuple):
    """What is known of one file, as the cells of a table."""

    file: str
    passages: str = ""
    language: str = ""
    pages: str = ""
    tables: str = ""
    remarks: str = ""


HEAD = Row("file", "passages", "language", "pages", "tables", "what to know")
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
    counted: Counter[str] = Counter()
    for known in about.values():
        if known.language:
            counted[known.language] += 1
    return dict(counted.most_common())


def trouble(corpus: Corpus) -> str:
    """What a reader of the answers should know of the folder, in a sentence; else empty."""
    found = [*_counted(corpus), *not_english(corpus)]
    if not found:
        return ""
    said = "; ".join(found)
    return shown(f"{corpus.folder}: {said} (`python -m ragkit ingest` lists the files)")


def summary(corpus: Corpus) -> str:
    """All files in a sentence."""
    facts = [corpus.size]
    for language, count in languages(corpus.about).items():
        facts.append(f"{count:,} {language}")
    tables = _sum(corpus, "tables")
    if tables:
        facts.append(f"{tables:,} tables")
    facts += _counted(corpus)
    facts += not_english(corpus)
    return "; ".join(facts)


def _is_loss(note: str) -> bool:
    return not note.startswith(LEFT_OUT)


def _counted(corpus: Corpus) -> list[str]:
    """What was left out, lost or is twice there, each with its number of files."""
    lossy = [name for name, notes in corpus.notes.items() if any(map(_is_loss, notes))]
    counts = {
        "left out": len(corpus.skipped),
        "read with losses": len(lossy),
        "copies of others": len(copies(corpus.about)),
    }
    files = len(corpus.sources) + len(corpus.skipped)
    found = []
    for what, count in counts.items():
        if count:
            found.append(f"{count:,} of {files:,} files {what}")
    blank = _sum(corpus, "blank")
    if blank:
        found.append(f"{blank:,} pages without text")
    return found


def _sum(corpus: Corpus, what: str) -> int:
    return sum(getattr(known, what) for known in corpus.about.values())


def not_english(corpus: Corpus) -> list[str]:
    """What is said where most documents are in other languages; else nothing."""
    spoken = languages(corpus.about)
    total = sum(spoken.values())
    english = spoken.pop(ENGLISH, 0)
    if total - english <= ENOUGH * total:
        return []
    others = ", ".join(spoken)
    said = (
        f"most documents are not in English ({others}), which the kit is for: "
        "docs/own-documents.md says what works, and how to choose another embedder"
    )
    return [said]


def rows(corpus: Corpus) -> list[Row]:
    """A row for each file, with the columns of `HEAD`; what was left out comes last."""
    passages = Counter(passage.source for passage in corpus.passages)
    twice = copies(corpus.about)
    found = []
    for name, count in passages.items():
        known = corpus.about.get(name, About())
        notes = corpus.notes.get(name, ())
        original = twice.get(name)
        copy = [f"a copy of {original}"] if original else []
        remarks = "; ".join([*copy, *notes])
        row = Row(
            file=name,
            passages=str(count),
            language=known.language,
            pages=str(known.pages or ""),
            tables=str(known.tables or ""),
            remarks=remarks,
        )
        found.append(row)
    for name, reason in corpus.skipped.items():
        row = Row(name, remarks=f"left out: {reason}")
        found.append(row)
    return found


def as_text(corpus: Corpus) -> str:
    """The table of all files for a terminal, with the sum below it."""
    lines = [HEAD, *rows(corpus)]
    widths = []
    for column in zip(*lines):
        lengths = map(len, column)
        widths.append(max(lengths))
    written = [_line(cells, widths) for cells in lines]
    written.append(f"{corpus.folder}: {summary(corpus)}")
    return shown("\n".join(written))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells in columns; the last one is as long as it is."""
    line = ""
    for cell, width in zip(cells, widths):
        line += cell.ljust(width)
        line += "  "
    return line.rstrip()
