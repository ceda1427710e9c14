"""Chats that are kept: threads and their turns in one file, beside the steps of the turn under way.

A turn is kept when it is asked, after each step, and at its end. LangGraph's checkpoints of it are
in the same file under the turn's id, so that a turn whose process was killed goes on where it was.
They are deleted when the turn has its answer.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast, get_args
from uuid import uuid4

from langgraph.checkpoint.sqlite import SqliteSaver

from ragkit.documents.corpus import Corpus
from ragkit.runs.chat_file import ChatFileError, opened
from ragkit.runs.chat_turns import Change, ChatTurn, Conversation, State, Thread, digest_of
from ragkit.runs.threads import checkpoints
from ragkit.runs.trace_file import LARGEST, TraceFileError, packed, unpacked
from ragkit.text.redact import without_secrets
from ragkit.trace import Trace

FILE = "ragkit-chats.db"
"""The file in the folder of the notebook."""
LONGEST_NAME = 80
THREADS = (
    "SELECT id, name, folder, fingerprint, created, used FROM threads "
    "ORDER BY used DESC, rowid DESC"
)
TURNS = (
    "SELECT id, thread, parent, question, changed, state, trace, asked, digest FROM turns "
    "WHERE thread = ? AND length(trace) <= ? ORDER BY rowid"
)
STEPS = {
    "checkpoints": "DELETE FROM checkpoints WHERE thread_id = ?",
    "writes": "DELETE FROM writes WHERE thread_id = ?",
}
"""LangGraph's tables, and how a turn is deleted from each."""
CHANGED = (
    "this turn was changed outside of the kit, or is damaged; it is not used, and neither is what "
    "follows it. Go on from the turn before it"
)
RESTS = "this turn follows one that was changed or is damaged, so it is not used"


class Conversations:
    """The threads and turns in a file."""

    def __init__(self, file: str | Path = FILE, secrets: Iterable[str] = ()) -> None:
        """`secrets` (see `Settings.secrets`) do not get into the file."""
        self.file = Path(file)
        self.secrets = list(secrets)
        self._traces: dict[str, Trace] = {}
        """The traces that were read already, by the digest of their turn."""

    def threads(self) -> list[Thread]:
        """All threads, the one that was used last first. Raises `ChatFileError`."""
        with opened(self.file) as database:
            rows = database.execute(THREADS).fetchall()
        found = []
        for row in rows:
            found.append(Thread(*map(str, row)))
        return found

    def thread(self, name: str) -> Thread:
        """The thread with a name. Raises `ChatFileError`."""
        threads = self.threads()
        for thread in threads:
            if thread.name == name:
                return thread
        known = ", ".join(thread.name for thread in threads) or "none yet"
        raise ChatFileError(f"asked for the thread {name!r:.90}; there are: {known:.500}")

    def new(self, name: str, corpus: Corpus) -> Thread:
        """Begin a thread; where its name is taken, it gets a number. Raises `ChatFileError`."""
        wanted = self._name(name)
        taken = {thread.name for thread in self.threads()}
        free, number = wanted, 1
        while free in taken:
            number += 1
            free = f"{wanted} ({number})"
        folder = str(corpus.folder.resolve())
        thread = Thread(uuid4().hex, free, folder, corpus.fingerprint, _now(), _now())
        with opened(self.file) as database:
            values = tuple(vars(thread).values())
            database.execute("INSERT INTO threads VALUES (?, ?, ?, ?, ?, ?)", values)
        return thread

    def rename(self, thread: Thread, name: str) -> Thread:
        """Give a thread another name. Raises `ChatFileError` for one that is taken or no name."""
        wanted = self._name(name)
        taken = {other.name for other in self.threads() if other.id != thread.id}
        if wanted in taken:
            raise ChatFileError(f"asked to name a thread {wanted!r}, which another one is called")
        with opened(self.file) as database:
            database.execute("UPDATE threads SET name = ? WHERE id = ?", (wanted, thread.id))
        return replace(thread, name=wanted)

    def delete(self, thread: Thread) -> None:
        """Delete a thread with its turns. Raises `ChatFileError`."""
        turns = [turn.id for turn in self.read(thread).turns]
        with opened(self.file) as database:
            for id in turns:
                _forget_steps(database, id)
            database.execute("DELETE FROM turns WHERE thread = ?", (thread.id,))
            database.execute("DELETE FROM threads WHERE id = ?", (thread.id,))

    def read(self, thread: Thread) -> Conversation:
        """A thread with its turns, each of which says whether it can be trusted.

        Raises `ChatFileError`.
        """
        with opened(self.file) as database:
            rows = database.execute(TURNS, (thread.id, LARGEST)).fetchall()
        turns: dict[str, ChatTurn] = {}
        for row in rows:
            turn = self._turn(row, turns)
            turns[turn.id] = turn
        return Conversation(thread, tuple(turns.values()))

    def begin(self, thread: Thread, parent: str, question: str, change: Change) -> ChatTurn:
        """Keep a turn that is asked now. Raises `ChatFileError` and `NoRoom`."""
        turn = ChatTurn(uuid4().hex, thread.id, parent, question, change, when=_now())
        changed = json.dumps(asdict(change))
        with opened(self.file) as database:
            above = _digest_above(database, parent)
            digest = digest_of(turn, "", above)
            values = (
                turn.id,
                thread.id,
                parent,
                question,
                changed,
                turn.state,
                "",
                turn.when,
                digest,
            )
            database.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            database.execute("UPDATE threads SET used = ? WHERE id = ?", (turn.when, thread.id))
        return replace(turn, digest=digest)

    def keep(self, turn: ChatTurn, trace: Trace, state: State) -> ChatTurn:
        """Keep what happened in a turn so far, or in all. Raises `ChatFileError` and `NoRoom`."""
        text = self._packed(trace)
        turn = replace(turn, state=state, trace=trace)
        change = "UPDATE turns SET state = ?, trace = ?, digest = ? WHERE id = ?"
        with opened(self.file) as database:
            above = _digest_above(database, turn.parent)
            digest = digest_of(turn, text, above)
            database.execute(change, (state, text, digest, turn.id))
            if state == "finished":
                _forget_steps(database, turn.id)
        self._traces[digest] = trace
        return replace(turn, digest=digest)

    def saving(self) -> AbstractContextManager[SqliteSaver]:
        """The store of the steps of a turn under way."""
        return checkpoints(self.file)

    def _packed(self, trace: Trace) -> str:
        try:
            text = packed(trace, self.secrets)
        except TraceFileError as error:
            raise ChatFileError(f"asked to keep a turn, got {error}; change that first") from error
        # Halves of surrogate pairs, which a database cannot keep.
        return text.encode("utf-8", "backslashreplace").decode()

    def _name(self, name: str) -> str:
        """A name without credentials and signs that cannot be seen. Raises `ChatFileError`."""
        visible = "".join(letter if letter.isprintable() else " " for letter in name)
        harmless = without_secrets(visible, self.secrets)
        clean = " ".join(harmless.split())
        if not clean or len(clean) > LONGEST_NAME:
            raise ChatFileError(
                f"asked to name a thread {clean!r:.40}; "
                f"a name has 1 to {LONGEST_NAME} characters that can be seen"
            )
        return clean

    def _turn(self, row: tuple[Any, ...], before: dict[str, ChatTurn]) -> ChatTurn:
        """A row of the table as a turn; the turns before it are known."""
        id, thread, parent, question, changed, state, text, when, digest = map(str, row)
        bare = ChatTurn(id, thread, parent, question, when=when, digest=digest)
        above = before.get(parent)
        if above is not None and above.trouble:
            return replace(bare, trouble=RESTS)
        if state not in get_args(State) or (parent and above is None):
            return replace(bare, trouble=CHANGED)
        try:
            change = Change(**json.loads(changed))
            turn = replace(bare, change=change, state=cast(State, state))
            if digest_of(turn, text, above.digest if above else "") != digest:
                return replace(turn, trouble=CHANGED)
            return replace(turn, trace=self._trace(text, digest))
        except TraceFileError as error:
            return replace(bare, trouble=f"this turn cannot be read: {error}")
        except (ValueError, TypeError, RecursionError):
            return replace(bare, trouble=CHANGED)

    def _trace(self, text: str, digest: str) -> Trace | None:
        if text and digest not in self._traces:
            self._traces[digest] = unpacked(text)
        return self._traces.get(digest)


def _digest_above(database: sqlite3.Connection, parent: str) -> str:
    """The digest of a turn that others follow; empty for that of the first ones."""
    if not parent:
        return ""
    query = "SELECT digest, state FROM turns WHERE id = ?"
    found = database.execute(query, (parent,)).fetchone()
    if found is None:
        raise ChatFileError("asked to go on from a turn that was deleted; choose another one")
    digest, state = found
    if state == "asked":
        raise ChatFileError(
            "asked to go on from a turn that has not ended; wait for it, resume it if its process "
            "was killed, or go on from the turn before it"
        )
    return str(digest)


def _forget_steps(database: sqlite3.Connection, turn: str) -> None:
    """Delete the checkpoints of a turn, if there are any."""
    for table, delete in STEPS.items():
        query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        if database.execute(query, (table,)).fetchone():
            database.execute(delete, (turn,))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
