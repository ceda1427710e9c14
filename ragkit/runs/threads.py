"""Runs that survive the end of their process.

Every step is saved, and a run that was killed goes on after its last step. A model call that had
finished inside the killed step is not made again either, because its reply is in the disk cache. A
run that fails because the disk is full goes on in the same way once there is room. Each thread has
its own state, and a new question on a thread starts from an empty one.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from ragkit.disk.room import is_disk_full, no_room
from ragkit.graphs.systems import nouns
from ragkit.graphs.tiered.gate import state as gate_state
from ragkit.kit import Kit
from ragkit.trace import Graph, Saver, Trace, follow

MOVED = {"ragkit.graphs.tiered.gate.state": gate_state}
"""The old name of each module from which a class of the states was moved, with its module today.

A checkpoint names a class by its module, and those of earlier versions go on being read.
"""
NEED = 1_000_000
"""Bytes that a step takes in the file at most, but for very long evidence."""


class ThreadSaver(SqliteSaver):
    """The steps of runs in SQLite. What is saved at a time is saved whole, or not at all."""

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """A cursor; what is written through it is saved at the end. Raises `NoRoom`."""
        with self.lock:
            try:
                self.setup()
                with closing(self.conn.cursor()) as cursor:
                    yield cursor
                if transaction:
                    self.conn.commit()
            except sqlite3.Error as error:
                self.conn.rollback()
                if is_disk_full(error):
                    raise no_room("to save a step of a run", self._place, NEED) from error
                raise

    @property
    def _place(self) -> Path:
        """The path of the file."""
        _, _, file = self.conn.execute("PRAGMA database_list").fetchone()
        return Path(file)


@contextmanager
def checkpoints(file: str | Path) -> Iterator[SqliteSaver]:
    """The store of the steps of runs: one SQLite file, created if it does not exist.

    The file may come from a stranger. So the only classes read back from it are those in the states
    of the systems and of the graph that runs.
    """
    path = Path(file)
    classes = nouns().values()
    known = [(noun.__module__, noun.__name__) for noun in classes]
    for old, module in MOVED.items():
        known += [(old, name) for now, name in known if now == module.__name__]
        sys.modules.setdefault(old, module)
    serializer = JsonPlusSerializer(allowed_msgpack_modules=known)
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, check_same_thread=False)
    with closing(connection):
        yield ThreadSaver(connection, serde=serializer)


def resume(graph: Graph, kit: Kit, saver: Saver, thread: str) -> Trace:
    """Go on with the run that was stopped on a thread; its trace contains the steps from here on.

    A run that had already ended is returned as it ended, without steps. Raises `LookupError` for a
    thread on which there was no run.
    """
    checkpoint = saver.get_tuple({"configurable": {"thread_id": thread}})
    if checkpoint is None:
        raise LookupError(
            f"asked to resume the thread {thread!r}, which never ran; "
            f"`run(..., thread={thread!r})` it"
        )
    *_, trace = follow(graph, None, kit, saver, thread)
    assert isinstance(trace, Trace)
    return trace
