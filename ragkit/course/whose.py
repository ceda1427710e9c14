"""Whose a file is that was handed in, by its place in a folder and the list of the class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from ragkit.course.exercises.own import known_as

SUBMITTED = "submitted"
"""nbgrader's folder of what learners handed in, each in a folder of their own."""


def submitted(folder: Path) -> Path:
    """The folder in which the work of learners is: in a course of nbgrader, `submitted/`."""
    inner = folder / SUBMITTED
    return inner if inner.is_dir() else folder


def learner_of(way: PurePath) -> str:
    """The learner whose file it is, by its path: a folder for each, or a file with the name.

    >>> learner_of(PurePath("submitted/ada/ex02/a.ipynb")), learner_of(PurePath("bob.ipynb"))
    ('ada', 'bob')
    """
    parts = list(way.parts)
    if parts[0] == SUBMITTED:
        parts.pop(0)
    if len(parts) == 1:
        return way.stem
    return parts[0]


def read_names(file: Path) -> list[str]:
    """The names of a class, from a file with one in each line. Raises `OSError`, `ValueError`."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"asked for the names of the class in {file}, got text that is not UTF-8; save it as "
            "UTF-8, with a name in each line"
        ) from error
    names = [" ".join(line.split()) for line in lines]
    return [name for name in names if name]


def listed(name: str, names: Sequence[str]) -> str:
    """The one name of a list that is meant by a name, or by a part of it; empty: none or several.

    >>> class_list = ["Ada Lovelace", "Ada Byron", "Bob Hall"]
    >>> listed("hall", class_list), listed("lovelace, ada", class_list), listed("ada", class_list)
    ('Bob Hall', 'Ada Lovelace', '')
    """
    wanted = known_as(name)
    exact = [one for one in names if known_as(one) == wanted]
    if exact or not wanted:
        return exact[0] if exact else ""
    words = set(wanted.split())
    near = [one for one in names if words <= set(known_as(one).split())]
    return near[0] if len(near) == 1 else ""
