"""The checks: a file each in `exercises/checks/`, beside the notebooks, and not in the package.

Python looks for the modules of this package there, and nowhere else. The file `nb02_rrf.py` is
`ragkit.course.exercises.checks.nb02_rrf` in a kernel, in a process that grades, and in a pickle.
"""

from __future__ import annotations

from pathlib import Path

from ragkit.course.checkout import ROOT

EXERCISES = ROOT / "exercises"
"""The folder of the learners' notebooks. It is in a copy of the repository only."""
FOLDER = EXERCISES / "checks"

COPY = "ex"
"""What the name of a learner's notebook begins with, so that its tab differs from the lesson's."""

__path__ = [str(FOLDER)]


def learners_file(stem: str, folder: Path = EXERCISES) -> Path:
    """The learners' notebook with the exercises that follow a notebook.

    >>> learners_file("02_hybrid_retrieval").name
    'ex02_hybrid_retrieval.ipynb'
    """
    return folder / f"{COPY}{stem}.ipynb"
