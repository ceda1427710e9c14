"""`thresholds.json`: where it is, what is read from it, and how an entry is added.

It is in the corpus's folder, beside the questions, where it can be shared with the documents. Where
that folder cannot be written to, it is in the cache. It is a list with one entry for each
combination of models, and for each price of a wrong answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ragkit.disk.whole import write_whole
from ragkit.text.decoded import decoded
from ragkit.text.fault import first_fault
from ragkit.text.one_line import first_line
from ragkit.thresholds.entry import Entry, Models

NAME = "thresholds.json"
ENTRIES = TypeAdapter(list[Entry])


class BadThresholds(ValueError):
    """A file of thresholds cannot be used; the message names it and says what to do."""


def home(folder: Path) -> Path:
    """The folder of a corpus: the one above a kit corpus's `docs/`, else the folder itself."""
    above = folder.parent
    questions = above / "questions.jsonl"
    if folder.name == "docs" and questions.exists():
        return above
    return folder


def places(folder: Path, cache: Path) -> list[Path]:
    """Where a corpus's thresholds may be: in its folder, and for that folder in the cache."""
    folder = folder.resolve()
    corpus = home(folder)
    path = str(corpus).encode()
    digest = sha256(path).hexdigest()
    name = f"{corpus.name[:40]}-{digest[:12]}.json"
    return [
        corpus / NAME,
        cache / "thresholds" / name,
    ]


def read(file: Path) -> list[Entry]:
    """The entries of a file; none where there is no file. Raises `BadThresholds`."""
    if not file.is_file():
        return []
    try:
        return ENTRIES.validate_json(decoded(file.read_bytes(), file))
    except (OSError, ValueError) as error:
        raise BadThresholds(
            f"{file} is not a list of thresholds ({_fault(error)}); "
            "repair it, or delete it and choose anew"
        ) from error


def _fault(error: OSError | ValueError) -> str:
    if isinstance(error, ValidationError):
        return first_fault(error)
    return first_line(error)


def find(
    models: Models, files: Sequence[Path], wrong_costs: float | None = None
) -> tuple[Entry | None, str]:
    """The first entry for these models and this price of a wrong answer, None being for targets.

    A note says of each file that cannot be read.
    """
    notes = []
    for file in files:
        try:
            entries = read(file)
        except BadThresholds as error:
            notes.append(str(error))
            continue
        for entry in entries:
            if entry.models == models and entry.wrong_costs == wrong_costs:
                return entry, "; ".join(notes)
    return None, "; ".join(notes)


def keep(entry: Entry, files: Sequence[Path]) -> Path:
    """Write an entry into the first of these files that can be written, and return that file.

    It replaces the entry for the same models and price; the others stay. Raises `BadThresholds` for
    a damaged file, and `OSError` where no file can be written.
    """
    *preferred, last = files
    for file in preferred:
        try:
            return _add(entry, file)
        except OSError:
            continue
    return _add(entry, last)


def _add(entry: Entry, file: Path) -> Path:
    entries = []
    for other in read(file):
        same = other.models == entry.models and other.wrong_costs == entry.wrong_costs
        if not same:
            entries.append(other)
    entries.append(entry)
    text = ENTRIES.dump_json(entries, indent=1)
    # All or nothing, so that a kit never reads half a file.
    write_whole(file, text + b"\n")
    return file
