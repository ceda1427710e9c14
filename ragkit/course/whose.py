"""Whose a file is that was handed in, by its place in a folder."""

from __future__ import annotations

from pathlib import Path, PurePath

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
