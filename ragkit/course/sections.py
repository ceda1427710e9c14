"""What a notebook of solutions says of its exercises, section by section.

A section begins with a cell like this one:

    ## 02-rrf · Fuse two rankings by rank

    *fill in · level 1 · about 10 minutes*

Its `check("02-rrf", rrf)` says which name is handed in. A Markdown cell that begins with **Hints**
has three of them, numbered. Learners' copies lack that cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nbformat import NotebookNode
from pydantic import TypeAdapter, ValidationError

from ragkit.course.exercises.task import Words
from ragkit.text.fault import first_fault

HEADING = re.compile(r"## (\d\d-\w+) · (.+)\n\n\*(.+) · level (\d) · about (\d+) minutes\*\n")
HINTS = "**Hints**"
HINT = re.compile(r"^\d\. ", re.MULTILINE)
CHECK = re.compile(r"^check\(\s*[\"']([\w-]+)[\"']", re.MULTILINE)
"""A call of `check` with the id of its task."""
NAME = re.compile(r"^check\(\s*[\"'][\w-]+[\"'], (\w+)", re.MULTILINE)
WORDS = TypeAdapter(Words)


class Misplaced(ValueError):
    """Something in a notebook of solutions is wrong. The message names the cell or the exercise."""


def words_in(notebook: NotebookNode, stem: str) -> dict[str, Words]:
    """What a notebook of solutions says of each of its exercises, by id. Raises `Misplaced`."""
    found = {}
    for section in _sections(notebook.cells):
        head = HEADING.match(section[0].source)
        if head:
            found[head[1]] = _words(head, section, stem)
    return found


def is_hints(cell: NotebookNode) -> bool:
    """Whether a cell has the hints of an exercise."""
    return bool(cell.cell_type == "markdown" and cell.source.startswith(HINTS))


def _sections(cells: Sequence[NotebookNode]) -> list[list[NotebookNode]]:
    """The cells from each heading to the next one."""
    found: list[list[NotebookNode]] = []
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            found.append([])
        if found:
            found[-1].append(cell)
    return found


def _words(head: re.Match[str], section: Sequence[NotebookNode], stem: str) -> Words:
    id, title, kind, level, minutes = head.groups()
    said = {
        "id": id,
        "title": title,
        "follows": stem,
        "kind": kind,
        "level": int(level),
        "minutes": int(minutes),
        "name": _name(section),
        "hints": _hints(section),
    }
    try:
        return WORDS.validate_python(said)
    except ValidationError as error:
        raise Misplaced(f"the section of {id}: {first_fault(error)}") from error


def _name(section: Sequence[NotebookNode]) -> str | None:
    """The name that a section hands in."""
    for cell in section:
        handed_in = NAME.search(cell.source)
        if handed_in:
            return handed_in[1]
    return None


def _hints(section: Sequence[NotebookNode]) -> list[str]:
    """The hints of a section, each in one line."""
    found = []
    for cell in filter(is_hints, section):
        _, *hints = HINT.split(cell.source)
        found += [" ".join(hint.split()) for hint in hints]
    return found
