"""Golden conversations: what a user types turn by turn, and what a right answer to each turn has.

Every turn is also written out as a question that stands by itself (`alone`). So one can measure
apart how well a system understands a turn and how well it answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from ragkit.evaluate.golden.fair import kept_by_the_refusal, unfair_forbidden, unfair_keys
from ragkit.evaluate.golden.parts import half
from ragkit.evaluate.golden.questions import (
    BadQuestions,
    Kind,
    Part,
    Question,
    Support,
    dotted,
    lines_of,
    no_duplicates,
    parsed,
)
from ragkit.evaluate.golden.quotes import letters_of

TurnKind = Literal[
    "first",
    "standalone",
    "pronoun",
    "ellipsis",
    "topic-change",
    "return",
    "correction",
    "about-answer",
    "unclear",
    "choice",
    "greeting",
    "assent",
    "beyond",
]
OPENS: tuple[TurnKind, ...] = ("first", "unclear", "greeting")
"""Kinds of turns that may begin a conversation; all others need one before them."""
WITHOUT_ANSWER: tuple[TurnKind, ...] = ("unclear", "greeting", "beyond")
"""Kinds of turns that have no keys of their own: the right reply is none of the documents'."""
AS_QUESTION: dict[TurnKind, Kind] = {
    "unclear": "ambiguous",
    "greeting": "out-of-domain",
    "beyond": "near-miss",
}
"""The kind of question that a turn is; a turn with an answer is a follow-up."""


@dataclass(frozen=True)
class Reading:
    """One of the meanings that an unclear turn may have."""

    says: str
    """The meaning in words."""
    answer: str
    keys: tuple[tuple[str, ...], ...]
    support: tuple[Support, ...]


@dataclass(frozen=True)
class ConversationTurn:
    """What the user types, and what is right."""

    user: str
    """The words as they are typed."""
    kind: TurnKind
    alone: str
    """The same question so that it stands by itself. Empty for a greeting; an assent repeats the
    question before it, with its answer, keys and support."""
    answer: str | None
    """The reference answer; None where the right reply is to abstain, to ask back or to greet."""
    keys: tuple[tuple[str, ...], ...] = ()
    """Groups of spellings, as in `Question`; so are forbidden and support."""
    forbidden: tuple[str, ...] = ()
    support: tuple[Support, ...] = ()
    readings: tuple[Reading, ...] = ()
    """Of an unclear turn: its meanings, at least two, with different answers."""
    computed: bool = False
    """Whether the answer is in none of the quotes, because it has to be worked out from them."""


@dataclass(frozen=True)
class Conversation:
    """Some turns of one user, in order."""

    id: str
    turns: tuple[ConversationTurn, ...]
    part: Part | None = None
    """The part that it was dealt to, with all its turns; None: a half by the hash of its id."""


CONVERSATION = TypeAdapter(Conversation)


def load_conversations(
    file: str | Path, part: Part | None = None, locked: bool = False
) -> list[Conversation]:
    """The conversations of a JSON Lines file, in order; `part` picks those of one part.

    Those of the part called locked are left out, unless they are asked for with `locked`. Raises
    `BadQuestions` with the file, the line and the turn.
    """
    path = Path(file)
    found = _all_of(path)
    chosen = []
    for conversation in found:
        own = conversation.part or half(conversation.id)
        hidden = own == "locked" and not locked
        if part in (None, own) and not hidden:
            chosen.append(conversation)
    if not chosen:
        wanted = f" of the part {part}" if part else ""
        advice = "the part locked is read with locked=True only"
        raise BadQuestions(f"{path}: no conversation{wanted}; {advice}")
    return chosen


def _all_of(path: Path) -> list[Conversation]:
    found = []
    for number, line in enumerate(lines_of(path), start=1):
        if line.strip():
            conversation = _conversation(path, number, line)
            found.append(conversation)
    ids = [conversation.id for conversation in found]
    no_duplicates(path, ids, "conversation")
    return found


def turn_of(question: Question, kind: TurnKind, user: str) -> ConversationTurn:
    """A question as a turn, in the words of the user."""
    return ConversationTurn(
        user,
        kind,
        question.question,
        question.answer,
        question.keys,
        question.forbidden,
        question.support,
    )


def as_question(turn: ConversationTurn, id: str = "turn") -> Question:
    """A turn as a golden question that stands by itself, to be graded by `correct`.

    Each reading of an unclear turn is a group of keys. Where a reading has several groups, each
    counts.

    >>> keys = (("1962", "62"),)
    >>> turn = ConversationTurn("and Kahn?", "ellipsis", "When did Kahn write?", "1962.", keys)
    >>> as_question(turn).question, as_question(turn).kind
    ('When did Kahn write?', 'follow-up')
    """
    kind = AS_QUESTION.get(turn.kind, "follow-up")
    keys, support = turn.keys, turn.support
    for reading in turn.readings:
        keys += reading.keys
        support += reading.support
    return Question(
        id,
        turn.alone,
        kind,
        turn.answer,
        keys,
        support,
        difficulty="medium",
        forbidden=turn.forbidden,
    )


def _conversation(path: Path, number: int, line: str) -> Conversation:
    conversation = parsed(CONVERSATION, path, number, line, named=_place)
    for fault in _faults(conversation):
        raise BadQuestions(f"{path}, line {number}: {fault}")
    return conversation


def _place(place: Sequence[str | int]) -> str:
    """The place of a fault, with turns counted from 1, as people count them.

    >>> _place(("turns", 1, "keys", 0)), _place(("id",))
    ('turn 2, keys.0', 'id')
    """
    where, *rest = place
    if where != "turns" or len(rest) < 2:
        return dotted(place)
    turn, *field = rest
    number = int(turn) + 1
    name = dotted(field)
    return f"turn {number}, {name}"


def _faults(conversation: Conversation) -> Iterator[str]:
    """Yield what makes a conversation useless, and what to do."""
    if not conversation.id.strip():
        yield "id: empty; write it, or leave the line out"
    if len(conversation.turns) < 2:
        yield "turns: a conversation has two at least; add one, or leave the line out"
    earlier: list[TurnKind] = []
    for turn in conversation.turns:
        found = [*_misplaced(turn.kind, earlier), *_unfair(turn)]
        earlier.append(turn.kind)
        number = len(earlier)
        for fault in found:
            yield f"turn {number}, {fault}"


def _misplaced(kind: TurnKind, earlier: Sequence[TurnKind]) -> Iterator[str]:
    """Yield it where the turns before do not fit the kind of a turn."""
    asked = [before for before in earlier if before != "greeting"]
    if not earlier and kind not in OPENS:
        openers = ", ".join(OPENS)
        yield f"kind: nothing comes before this {kind}; begin with one of {openers}"
    if kind == "first" and asked:
        yield "kind: a question came before; call this one standalone or topic-change"
    if kind == "choice" and earlier[-1:] != ["unclear"]:
        yield "kind: a choice follows an unclear turn directly; call this one correction"
    if kind == "return" and len(earlier) < 2:
        yield "kind: a return has two turns before it at least; call this one pronoun or ellipsis"


def _unfair(turn: ConversationTurn) -> Iterator[str]:
    """Yield what makes every reply to a turn right, or none, and what to do."""
    if not turn.user.strip():
        yield "user: empty; write what the user types"
    greets = turn.kind == "greeting"
    stands_alone = bool(turn.alone.strip())
    if greets == stands_alone:
        yield "alone: write the question so that it stands by itself; only a greeting has none"
    if turn.kind == "unclear":
        yield from _unfair_readings(turn.readings)
    elif turn.readings:
        yield "readings: only an unclear turn has them; leave them out, or change the kind"
    answered = turn.answer is not None and bool(turn.keys)
    has_some = turn.answer is not None or bool(turn.keys)
    if turn.kind in WITHOUT_ANSWER and has_some:
        yield f"answer, keys: a turn of the kind {turn.kind} has none; leave them out"
    if turn.kind not in WITHOUT_ANSWER and not answered:
        yield "answer, keys: missing; write them, or call the turn beyond"
    yield from _unfair_marks(turn.keys, turn.support)
    yield from unfair_forbidden(turn.forbidden, turn.keys)


def _unfair_readings(readings: Sequence[Reading]) -> Iterator[str]:
    count = len(readings)
    if count < 2:
        yield f"readings: {count}, and an unclear turn has two at least; add one"
    for place, reading in enumerate(readings):
        if not reading.keys:
            yield f"readings.{place}.keys: none; write what a right answer to this reading says"
        unfair = _unfair_marks(reading.keys, reading.support)
        for fault in unfair:
            yield f"readings.{place}.{fault}"


def _unfair_marks(keys: Sequence[Sequence[str]], support: Sequence[Support]) -> Iterator[str]:
    yield from unfair_keys(keys)
    yield from kept_by_the_refusal(keys)
    for place, one in enumerate(support):
        if not letters_of(one.quote):
            yield f"support.{place}.quote: no letter, so no passage has it; quote a sentence"
