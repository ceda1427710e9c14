"""What a class handed in, laid out to be graded: a folder for each learner.

Of each file of a learner the last one before the due date counts, or the last one if all are late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ragkit.course.exercises.checks import learners_file
from ragkit.course.exercises.own import known_as
from ragkit.course.hand_in import LABEL, PROGRESS, Label, as_file_name
from ragkit.course.handed_in import BROKEN, Piece, pieces
from ragkit.course.spreadsheet import write_csv
from ragkit.disk.whole import write_whole
from ragkit.text.one_line import first_line

FILE = "collected.csv"
HEAD = ("learner", "file", "handed in", "late", "counts", "from")


@dataclass
class Collected:
    """What was found of one learner."""

    name: str
    counting: dict[str, Piece] = field(default_factory=dict)
    """The pieces that count, by the names of their files."""
    late: list[str] = field(default_factory=list)
    """Files of which none came before the due date."""
    replaced: list[Piece] = field(default_factory=list)
    """Pieces in whose place another one counts."""
    missing: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        notebooks = set(self.counting) - {PROGRESS}
        said = [_listed(notebooks) or "no notebook"]
        unusual = {
            "missing": self.missing,
            "late": self.late,
            "repeated": {piece.source for piece in self.replaced},
        }
        for what, names in unusual.items():
            if names:
                said.append(f"{what}: {_listed(names)}")
        words = "; ".join(said)
        return f"{self.name}: {words}"

    def rows(self) -> Iterator[list[str]]:
        """A row for each piece, with the columns of `HEAD`."""
        for piece in self.counting.values():
            yield self._row(piece, "yes")
        for piece in self.replaced:
            yield self._row(piece, "")

    def _row(self, piece: Piece, counts: str) -> list[str]:
        when = piece.time.isoformat(timespec="seconds")
        late = "yes" if piece.name in self.late else ""
        return [
            self.name,
            piece.name,
            when,
            late,
            counts,
            piece.source,
        ]


def collect(
    folder: Path,
    to: Path,
    due: datetime | None = None,
    names: Sequence[str] = (),
    notebooks: Sequence[str] = (),
) -> tuple[list[Collected], list[str]]:
    """Lay out below `to` what is in a folder; what each learner handed in, and what is wrong.

    `names` are the learners of the class, and `notebooks` the stems of those that all have to hand
    in. A sentence is returned about each file that cannot be read. Raises `OSError`.
    """
    found, troubles = pieces(folder, to)
    needed = [learners_file(stem).name for stem in notebooks]
    if PROGRESS in {piece.name for piece in found}:
        needed.append(PROGRESS)
    every = []
    rows: list[list[str]] = []
    for name, own in _by_learner(found, names):
        one = chosen(name, own, due)
        own_folder = to / as_file_name(name)
        troubles += _lay_out(one, own_folder)
        one.missing = [name for name in needed if name not in one.counting]
        every.append(one)
        rows += one.rows()
    to.mkdir(parents=True, exist_ok=True)
    write_csv(HEAD, rows, to / FILE)
    return every, troubles


def _by_learner(found: Sequence[Piece], names: Sequence[str]) -> Iterator[tuple[str, list[Piece]]]:
    """Yield each learner with the pieces; capitals, accents and order make no other learner."""
    spelled: dict[str, str] = {}
    own: defaultdict[str, list[Piece]] = defaultdict(list)
    for name in names:
        spelled.setdefault(_key(name), name)
    for piece in found:
        key = _key(piece.learner)
        spelled.setdefault(key, piece.learner)
        own[key].append(piece)
    for key in sorted(spelled):
        yield spelled[key], own[key]


def _key(name: str) -> str:
    return known_as(name) or name.casefold()


def chosen(name: str, pieces: Iterable[Piece], due: datetime | None) -> Collected:
    """Which pieces of a learner count."""
    one = Collected(name)
    in_time: set[str] = set()
    for piece in sorted(pieces, key=lambda piece: piece.time):
        file = piece.name
        is_late = due is not None and piece.time > due
        if is_late and file in in_time:
            one.replaced.append(piece)
            continue
        if file in one.counting:
            one.replaced.append(one.counting[file])
        one.counting[file] = piece
        if not is_late:
            in_time.add(file)
    one.late = [file for file in one.counting if file not in in_time]
    return one


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _lay_out(one: Collected, folder: Path) -> list[str]:
    """Write the pieces that count into a folder; what could not be read is taken out and said."""
    troubles = []
    for name, piece in list(one.counting.items()):
        try:
            content = piece.content()
        except BROKEN as error:
            del one.counting[name]
            troubles.append(f"{piece.source}: {name} cannot be read ({first_line(error)})")
            continue
        write_whole(folder / name, content)
    times = [piece.time for piece in one.counting.values()]
    last = max(times, default=None)
    label = Label(name=one.name, time=last, late=tuple(one.late))
    text = label.model_dump_json(indent=1)
    write_whole(folder / LABEL, text.encode())
    return troubles
