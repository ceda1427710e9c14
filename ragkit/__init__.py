"""ragkit: learn and experiment with retrieval-augmented generation that checks itself.

from ragkit import Kit, run
from ragkit.graphs import naive

kit = Kit.open("corpora/algorithms")
trace = run(naive(), "Why does Dijkstra's algorithm fail on negative edges?", kit)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragkit.course.checkpoint import checkpoint as checkpoint
    from ragkit.course.exercises.learner import check as check
    from ragkit.course.exercises.learner import hint as hint
    from ragkit.course.exercises.learner import progress as progress
    from ragkit.course.exercises.learner import solution as solution
    from ragkit.course.exercises.learner import variant as variant
    from ragkit.course.show import show as show
    from ragkit.kit import Kit as Kit
    from ragkit.report.live_study import study as study
    from ragkit.settings import Settings as Settings
    from ragkit.trace import Trace as Trace
    from ragkit.trace import run as run
    from ragkit.trace import stream as stream

# The module of each public name.
_HOME = {
    "Kit": "kit",
    "Settings": "settings",
    "Trace": "trace",
    "check": "course.exercises.learner",
    "checkpoint": "course.checkpoint",
    "hint": "course.exercises.learner",
    "progress": "course.exercises.learner",
    "run": "trace",
    "show": "course.show",
    "solution": "course.exercises.learner",
    "stream": "trace",
    "study": "report.live_study",
    "variant": "course.exercises.learner",
}

__all__ = [
    "Kit",
    "Settings",
    "Trace",
    "check",
    "checkpoint",
    "hint",
    "progress",
    "run",
    "show",
    "solution",
    "stream",
    "study",
    "variant",
]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use.

    So `python -m ragkit doctor` also runs where packages are missing.
    """
    if name not in _HOME:
        public = ", ".join(__all__)
        raise AttributeError(f"ragkit has no {name!r}; public names: {public}")
    module = import_module(f"ragkit.{_HOME[name]}")
    return getattr(module, name)
