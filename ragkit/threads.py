"""Runs that outlive their process: every step is written down, and a run that was killed goes on after the last one.

A model call that had finished inside the killed step is not made again either: its reply lies in the disk cache.
Threads keep apart: each has its own state, and a new question on a thread begins afresh.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

import ragkit.state
from ragkit.kit import Kit
from ragkit.trace import Graph, Saver, Trace, follow

NOUNS = [("ragkit.state", noun.__name__) for noun in vars(ragkit.state).values() if isinstance(noun, type)]
"""The only classes that are read back from a checkpoint; a file may be anybody's."""


@contextmanager
def checkpoints(file: str | Path) -> Iterator[SqliteSaver]:
    """A place for the steps of runs: one SQLite file, made when it is not there."""
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, check_same_thread=False)) as connection:
        yield SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=NOUNS))


def resume(graph: Graph, kit: Kit, saver: Saver, thread: str) -> Trace:
    """Go on with the run that was stopped on a thread; its trace holds the steps from here on.

    A run that had ended is returned as it ended, without a step. Raises `LookupError` for a thread that never ran.
    """
    if saver.get_tuple({"configurable": {"thread_id": thread}}) is None:
        raise LookupError(f"asked to resume the thread {thread!r}, which never ran; `run(..., thread={thread!r})` it")
    *_, trace = follow(graph, None, kit, saver, thread)
    assert isinstance(trace, Trace)
    return trace
