"""Turns of other people's conversations, with the rewrite that a human made of each.

Two files, in JSON Lines: MTRAG (id, history, question, rewrite, gold) and CAsT 2021 (id, history,
question, rewrite, answer). Neither is in this repository.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ragkit.conversation import Turn
from ragkit.conversation.content import content
from ragkit.state import Passage

Half = Literal["choose", "report"]
HALVES: tuple[Half, ...] = ("choose", "report")
Label = Literal["needs", "unchanged", "reworded"]
CONVERSATION = re.compile(r"(?:<::>|_)\d+$")
"""The number of a turn, behind the id of its conversation."""
ENDS = " .?!"


@dataclass(frozen=True)
class Asked:
    """A turn after the first one of a conversation."""

    id: str
    typed: str
    history: tuple[Turn, ...]
    human: str
    """The question as a human rewrote it, to be understood alone."""
    gold: tuple[str, ...] = ()
    """The ids of the passages that answer it; empty where they are not known."""

    @property
    def half(self) -> Half:
        """The half of the data that its conversation is in: one chooses, the other reports."""
        conversation = CONVERSATION.sub("", self.id)
        digest = hashlib.sha256(conversation.encode()).digest()
        return "report" if digest[-1] % 2 else "choose"

    @property
    def order(self) -> bytes:
        """Sorts turns as if they were drawn by chance, so that the first N are a fair sample."""
        return hashlib.sha256(self.id.encode()).digest()

    @property
    def label(self) -> Label:
        """Whether the human brought in a word of the conversation, changed nothing, or neither."""
        if _bare(self.typed) == _bare(self.human):
            return "unchanged"
        said = " ".join(f"{turn.typed} {turn.answer}" for turn in self.history)
        added = content(self.human) - content(self.typed)
        return "needs" if added & content(said) else "reworded"


def _bare(text: str) -> str:
    return text.strip(ENDS).casefold()


def mtrag(file: Path, passages: Sequence[Passage]) -> list[Asked]:
    """MTRAG's turns, of which those have gold passages that are all among the passages."""
    known = {passage.id for passage in passages}
    asked = []
    for row in _rows(file):
        history = tuple(Turn(typed, "") for typed in row["history"])
        gold = tuple(row["gold"]) if known.issuperset(row["gold"]) else ()
        asked.append(Asked(row["id"], row["question"], history, row["rewrite"], gold))
    return [one for one in asked if one.history]


def cast(file: Path) -> list[Asked]:
    """CAsT's turns, with the answers that were shown before.

    The file has no judged passages. The reply that was shown in a turn stands for them.
    """
    rows = _rows(file)
    answers = {row["id"]: row["answer"] for row in rows}
    asked = []
    for row in rows:
        conversation = CONVERSATION.sub("", row["id"])
        history = []
        for number, typed in enumerate(row["history"], start=1):
            history.append(Turn(typed, answers.get(f"{conversation}_{number}", "")))
        gold = (row["id"],) if row["answer"] else ()
        asked.append(Asked(row["id"], row["question"], tuple(history), row["rewrite"], gold))
    return [one for one in asked if one.history]


def passages(file: Path) -> list[Passage]:
    """MTRAG's passages, whose texts begin with their titles."""
    return [Passage(row["id"], row["text"], source=row["title"]) for row in _rows(file)]


def replies(file: Path) -> list[Passage]:
    """The replies that were shown in CAsT's turns, as passages."""
    rows = _rows(file)
    return [Passage(row["id"], row["answer"]) for row in rows if row["answer"]]


def _rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a file. Raises `SystemExit`, which says what to do, where it is missing."""
    if not file.is_file():
        raise SystemExit(
            f"asked for {file}, which is not there; it is other people's data and not in this "
            "repository: give the path of your own copy"
        )
    lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]
