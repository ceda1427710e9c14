"""The checks: a file each in `exercises/checks/`, beside the notebooks, and not in the package.

Python looks for the modules of this package there, and nowhere else. The file `nb02_rrf.py` is
`ragkit.course.exercises.checks.nb02_rrf` in a kernel, in a process that grades, and in a pickle.
"""

from __future__ import annotations

from ragkit.course.checkout import ROOT

EXERCISES = ROOT / "exercises"
"""The folder of the learners' notebooks. It is in a copy of the repository only."""
FOLDER = EXERCISES / "checks"

__path__ = [str(FOLDER)]
