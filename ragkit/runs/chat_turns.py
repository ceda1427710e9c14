"""The turns of a chat as a tree: what was asked, what was changed for it, and what came of it.

A branch is a second turn with the same parent. The tree is of turns and not of LangGraph's
checkpoints, of which one turn has many. Each turn has a digest, into which goes that of its parent:
so a turn that was changed in the file is told, and so is every turn that rests on it. The digest
protects from damage and from careless hands, and not from somebody who computes it anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ragkit.conversation import Turn
from ragkit.trace import Trace

State = Literal["asked", "finished", "stopped", "failed"]
"""What became of a turn; `asked` while it runs, and after its process was killed."""
ENDED: dict[State, str] = {
    "asked": "has not ended",
    "finished": "answered",
    "stopped": "stopped",
    "failed": "ended without an answer",
}
"""The same in words."""
STOPPED = "stopped by the user"
"""How a trace says that the user stopped the run."""


@dataclass(frozen=True)
class Change:
    """What is different in a branch: the question, a setting, or the evidence."""

    of: str = ""
    """The id of the turn that it is a variant of; empty for a turn that is none."""
    question: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of this turn alone, as keywords."""
    without: str = ""
    """The id of a passage that is not found."""

    @property
    def words(self) -> str:
        """The change in words.

        >>> Change("t1", settings={"k": 5}).words, Change("t1", question=True).words
        ('k = 5', 'another question')
        """
        parts = ["another question"] if self.question else []
        parts += [f"{name} = {value}" for name, value in self.settings.items()]
        if self.without:
            parts.append(f"without the passage {self.without}")
        return ", ".join(parts)


@dataclass(frozen=True)
class ChatTurn:
    """A turn of a chat, as it is kept."""

    id: str
    thread: str
    """The id of its thread."""
    parent: str
    """The id of the turn before it; empty for a first one."""
    question: str
    change: Change = field(default_factory=Change)
    state: State = "asked"
    trace: Trace | None = None
    """What happened; of a turn that was killed, as far as it came."""
    when: str = ""
    """Date and time in UTC, as ISO 8601."""
    digest: str = ""
    trouble: str = ""
    """Why the turn cannot be trusted; empty when it can."""

    @property
    def ended(self) -> str:
        """What became of it, in words."""
        return ENDED[self.state]

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings to choose from, where the answer was a question back."""
        if self.trace is None:
            return ()
        turn = said(self.trace)
        return turn.readings

    @property
    def answer(self) -> str:
        """The answer, or why there is none."""
        if self.trouble:
            return self.trouble
        if self.trace is None:
            return ""
        return self.trace.answer or self.trace.failed


@dataclass(frozen=True)
class Thread:
    """A conversation with one folder of documents."""

    id: str
    name: str
    folder: str
    fingerprint: str
    """That of the corpus (`Corpus.fingerprint`)."""
    created: str
    used: str
    """When something was last asked, in UTC, as ISO 8601."""


@dataclass(frozen=True)
class Conversation:
    """A thread with all its turns, in the order in which they were asked."""

    thread: Thread
    turns: tuple[ChatTurn, ...] = ()

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the turns, by their ids: 1 was asked first."""
        numbers: dict[str, int] = {}
        for turn in self.turns:
            numbers[turn.id] = len(numbers) + 1
        return numbers

    def turn(self, id: str) -> ChatTurn:
        """The turn with an id. Raises `LookupError`."""
        for turn in self.turns:
            if turn.id == id:
                return turn
        raise LookupError(f"asked for the turn {id!r:.40}, which is not in {self.thread.name!r}")

    def children(self, parent: str) -> list[ChatTurn]:
        """The turns that follow one, oldest first; those that follow none are the first ones."""
        return [turn for turn in self.turns if turn.parent == parent]

    def path(self, id: str) -> list[ChatTurn]:
        """The turns from the first one to this one."""
        left = {turn.id: turn for turn in self.turns}
        found: list[ChatTurn] = []
        # Each turn is taken once: in a file that was changed, parents may run in a circle.
        while id in left:
            turn = left.pop(id)
            found.append(turn)
            id = turn.parent
        found.reverse()
        return found

    def history_of(self, id: str) -> list[Turn]:
        """What was said on the path to a turn, and in it: the turns that ended with an answer."""
        found = []
        for turn in self.path(id):
            is_finished = turn.state == "finished"
            if is_finished and turn.trace is not None and not turn.trouble:
                found.append(said(turn.trace))
        return found


def state_of(trace: Trace) -> State:
    """How a turn ended.

    >>> state_of(Trace("Who?", (), "You.", (), 1.0))
    'finished'
    >>> state_of(Trace("Who?", (), "", (), 1.0, failed="stopped by the user"))
    'stopped'
    """
    if trace.failed == STOPPED:
        return "stopped"
    return "failed" if trace.failed else "finished"


def said(trace: Trace) -> Turn:
    """A run as a turn of the history: as its graph kept it, or, where it keeps none, made of it."""
    for step in reversed(trace.steps):
        history = step.wrote.get("history")
        # A file may hold anything.
        last = history[-1] if isinstance(history, list) and history else None
        if isinstance(last, Turn):
            return last
    ids = tuple(passage.id for passage in trace.passages)
    return Turn(trace.question, trace.answer, passages=ids)


def digest_of(turn: ChatTurn, packed: str, above: str) -> str:
    """The digest of a turn and its trace as text; `above` is the digest of its parent."""
    parts = {
        "above": above,
        "id": turn.id,
        "thread": turn.thread,
        "parent": turn.parent,
        "question": turn.question,
        "change": asdict(turn.change),
        "state": turn.state,
        "trace": packed,
    }
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
