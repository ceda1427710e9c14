"""The notebooks of the course as a list: the number, the title and the texts of each.

All of it is read from the notebooks, so that it is written in one place. A notebook may be a
learner's copy, in any state. What cannot be read there is left out.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import nbformat

from ragkit.course.notebooks import FOLDER

TITLE = re.compile(r"^# \d\d · (.+)$", re.MULTILINE)
SYSTEMS = re.compile(r"^from ragkit\.graphs import (.+)$", re.MULTILINE)


class NoLesson(LookupError):
    """There is no such notebook. The message names those that there are."""


@dataclass(frozen=True)
class Lesson:
    """A notebook of the course."""

    file: Path

    @property
    def stem(self) -> str:
        """The name of its file without the ending: `05_crag`."""
        return self.file.stem

    @property
    def number(self) -> str:
        """Its number, in two digits."""
        return self.stem[:2]

    @property
    def title(self) -> str:
        """Its title without the number; its stem where it has none."""
        found = TITLE.search(self._text("markdown"))
        return found[1].strip() if found else self.stem

    @property
    def link(self) -> str:
        """The way to it from the current folder, which is that of a notebook that asks."""
        return Path(os.path.relpath(self.file)).as_posix()

    @property
    def systems(self) -> list[str]:
        """Names of what its cells import from `ragkit.graphs`."""
        names = []
        for imported in SYSTEMS.findall(self._text("code")):
            names += [name.strip() for name in imported.split(",")]
        return names

    @property
    def texts(self) -> dict[str, str]:
        """The texts that its cells assign to a name, such as `question`; the first of each name."""
        try:
            statements = ast.parse(self._text("code")).body
        except SyntaxError:
            return {}
        found: dict[str, str] = {}
        for statement in statements:
            if not isinstance(statement, ast.Assign):
                continue
            target, value = statement.targets[0], statement.value
            if not isinstance(target, ast.Name) or not isinstance(value, ast.Constant):
                continue
            if isinstance(value.value, str):
                found.setdefault(target.id, value.value)
        return found

    def _text(self, kind: str) -> str:
        """The sources of its cells of one kind, one below the other."""
        sources = [cell.source for cell in self._cells if cell.cell_type == kind]
        return "\n".join(sources)

    @cached_property
    def _cells(self) -> list[nbformat.NotebookNode]:
        try:
            notebook = nbformat.read(self.file, as_version=4)
        except (OSError, ValueError, nbformat.ValidationError):
            return []
        return list(notebook.cells)


def lessons(folder: Path = FOLDER) -> list[Lesson]:
    """The notebooks of a folder in their order. Raises `NoLesson` when there are none."""
    files = sorted(folder.glob("[0-9][0-9]_*.ipynb"))
    if not files:
        raise NoLesson(
            f"asked for the notebooks in {folder}, got none; "
            "the course is in a copy of the whole repository, and not in the package alone"
        )
    return [Lesson(file) for file in files]


def find(name: object, among: Sequence[Lesson]) -> Lesson:
    """The notebook of a number or a name: 5, "05", "crag", "05_crag.ipynb". Raises `NoLesson`."""
    wanted = spelled(name)
    known = {}
    for lesson in among:
        without_number = lesson.stem[3:]
        for spelling in (lesson.number, lesson.stem, without_number):
            known[spelling] = lesson
    if wanted in known:
        return known[wanted]
    near = get_close_matches(wanted, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    first, last = among[0], among[-1]
    raise NoLesson(
        f"asked for the notebook {name!r}, got none of that name; {hint}"
        f'There are "{first.number}" to "{last.number}", and "{last.stem}" is a name too'
    )


def spelled(name: object) -> str:
    """The name of a notebook in one spelling: without folder and ending, a number in two digits.

    >>> spelled(5), spelled("5"), spelled(" notebooks/05_CRAG.ipynb")
    ('05', '05', '05_crag')
    """
    text = str(name).strip().casefold()
    last = Path(text).name.removesuffix(".ipynb")
    return last.zfill(2) if last.isdigit() else last
