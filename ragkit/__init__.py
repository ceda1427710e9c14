"""ragkit: learn and experiment with retrieval-augmented generation that checks itself.

from ragkit import Kit, run
from ragkit.graphs import naive
trace = run(naive(), "Why does Dijkstra's algorithm fail on negative edges?", Kit.open("corpora/algorithms"))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragkit.kit import Kit as Kit
    from ragkit.settings import Settings as Settings
    from ragkit.source import show as show
    from ragkit.trace import Trace as Trace
    from ragkit.trace import run as run
    from ragkit.trace import stream as stream

_HOME = {"Kit": "kit", "Settings": "settings", "Trace": "trace", "run": "trace", "show": "source", "stream": "trace"}

__all__ = ["Kit", "Settings", "Trace", "run", "show", "stream"]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use, so that `python -m ragkit doctor` runs where packages are missing."""
    if name not in _HOME:
        raise AttributeError(f"ragkit has no {name!r}; public names: {', '.join(__all__)}")
    return getattr(import_module(f"ragkit.{_HOME[name]}"), name)
