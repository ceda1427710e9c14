"""Golden questions: the question, the keys of a right answer, and the sentences that support it.

Support is given as quotes and not as chunks, so that the labels stay valid when the documents are
split differently. A line of a file needs `question` and `answer`; the rest is filled in
(`golden/filled.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, TypeAdapter, ValidationError

from ragkit.conversation import Turn
from ragkit.evaluate.golden.fair import (
    kept_by_the_refusal,
    unfair_forbidden,
    unfair_keys,
    unfair_phrases,
)
from ragkit.evaluate.golden.filled import ADVICE, MISSING, filled
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.state import Passage
from ragkit.text.decoded import NotText, decoded

Kind = Literal[
    "factual",
    "how-to",
    "compare",
    "summarise",
    "follow-up",
    "multi-hop",
    "ambiguous",
    "out-of-domain",
    "near-miss",
    "false-premise",
    "conflicting",
    "table",
    "temporal",
    "numeric",
    "general-knowledge",
    "web-only",
    "span",
    "bridge",
    "comparison",
]
Part = Literal["fit", "test", "locked"]
"""A part of the questions: to choose on, to look at, or to keep unread (`golden/parts.py`)."""
PARTS: tuple[Part, ...] = get_args(Part)
"""All parts."""
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds of questions."""
SHARED: tuple[Kind, ...] = ("ambiguous", "summarise")
"""Kinds that are scored by the fraction of their keys: each key is one reading, or one point."""
BEYOND: tuple[Kind, ...] = ("general-knowledge", "web-only")
"""Kinds whose answer is known but in no document: a model may remember it, or the web has it.

They have keys and no support. A system that has only the documents is right to refuse."""
PHRASED: tuple[Kind, ...] = ("span", "bridge", "comparison")
"""Kinds of questions of other people's datasets, whose one key has the gold answers as phrases.

*span*: SQuAD's, a piece of a passage. *bridge* and *comparison*: HotpotQA's, from two passages.
MuSiQue's, from two to four, are bridges."""


@dataclass(frozen=True)
class Support:
    """A sentence or table row that supports the answer."""

    document: str
    """Its path below the folder of documents."""
    quote: str


@dataclass(frozen=True)
class Question:
    """A golden question.

    `answer` is None when the corpus does not contain the answer: then the right reply is the
    refusal.
    """

    id: str
    question: str
    kind: Kind
    answer: str | None
    keys: tuple[tuple[str, ...], ...]
    """Groups of spellings; a right answer contains one spelling of each group."""
    support: tuple[Support, ...]
    difficulty: Literal["easy", "medium", "hard"]
    sets: tuple[str, ...] = ()
    """Named selections that the question belongs to: bench8, standard, hard."""
    tolerance: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """Relative error allowed in a number: with 0.01, 99 to 101 match the key 100."""
    forbidden: tuple[str, ...] = ()
    """Spellings that show an answer wrong: another cell of the row, a value that is out of date."""
    part: Part | None = None
    """The part that the question was dealt to; None: a half by the hash of its id."""
    twin: str | None = None
    """With a false premise: the id of a question of the same form whose premise is true."""
    without: tuple[Support, ...] = ()
    """Quotes of the passages that retrieval must not find (`golden/without.py`)."""
    history: tuple[Turn, ...] = ()
    """What was said before, for a system that holds a conversation; others are not told."""


QUESTION = TypeAdapter(Question)
Line = TypeVar("Line")
"""What a line of a file becomes."""


class BadQuestions(ValueError):
    """A question file cannot be used; the message names file, line and what is wrong."""


def load_questions(
    file: str | Path, only: str | None = None, locked: bool = False
) -> list[Question]:
    """The questions of a JSON Lines file, in order; `only` picks a kind or a named set.

    Those of the part called locked are left out, unless they are asked for. Raises `BadQuestions`.
    """
    path = Path(file)
    questions = []
    for number, line in enumerate(lines_of(path, MISSING), start=1):
        if line.strip():
            questions.append(_question(path, number, line))
    no_duplicates(path, [question.id for question in questions], "question")
    _no_lost_twins(path, questions)
    chosen = [q for q in questions if only in (None, q.kind, *q.sets)]
    if not locked:
        chosen = [q for q in chosen if q.part != "locked"]
    if not chosen:
        wanted = f" is {only!r}" if only else ""
        kinds = ", ".join(KINDS)
        raise BadQuestions(f"{path}: no question{wanted}; kinds are {kinds}")
    return chosen


def no_duplicates(path: Path, ids: Sequence[str], what: str) -> None:
    """Raise `BadQuestions` where two questions, or other things, have the same id."""
    duplicates = []
    for id, count in Counter(ids).items():
        if count > 1:
            duplicates.append(id)
    if duplicates:
        repeated = ", ".join(sorted(duplicates))
        raise BadQuestions(f"{path}: duplicate ids: {repeated}; every {what} needs its own")


def _no_lost_twins(path: Path, questions: Sequence[Question]) -> None:
    ids = {question.id for question in questions}
    for question in questions:
        if question.twin is not None and question.twin not in ids:
            raise BadQuestions(
                f"{path}: the twin of {question.id} is {question.twin!r}, and no question has that "
                "id; add it, or leave the field out"
            )


def lines_of(path: Path, advice: str = "") -> list[str]:
    """The lines of a file of golden questions, the blank ones too.

    Raises `BadQuestions`, with `advice` at its end where there is no file.
    """
    if not path.is_file():
        raise BadQuestions(
            f"asked for the questions in {path.absolute()}, which is not a file{advice}"
        )
    try:
        return decoded(path.read_bytes(), path).split("\n")
    except NotText as error:
        raise BadQuestions(str(error)) from error


def _question(path: Path, number: int, line: str) -> Question:
    question = parsed(QUESTION, path, number, line, whole=_whole, advice=ADVICE)
    for fault in unfair(question):
        raise BadQuestions(f"{path}, line {number}: {fault}{ADVICE}")
    return question


def _whole(line: Any) -> Any:
    """A line with what it leaves out. Raises ValueError where it has a field that is none."""
    if not isinstance(line, dict):
        raise ValueError("not an object in braces")
    known = [field.name for field in fields_of(Question)]
    unknown = sorted(set(line).difference(known))
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: no such field; there are {', '.join(known)}")
    return filled(line, PHRASED)


def dotted(place: Sequence[str | int]) -> str:
    """A place in a line of JSON in one word: keys.0.1."""
    names = map(str, place)
    return ".".join(names)


def parsed(
    form: TypeAdapter[Line],
    path: Path,
    number: int,
    line: str,
    named: Callable[[Sequence[str | int]], str] = dotted,
    whole: Callable[[Any], Any] = lambda fields: fields,
    advice: str = "",
) -> Line:
    """What a line of JSON is in a form, after `whole` has added what it leaves out.

    Raises `BadQuestions`, with every fault and its place, and `advice` at its end.
    """
    try:
        fields = whole(json.loads(line, object_hook=_support_of_today))
        return form.validate_python(fields)
    except json.JSONDecodeError as error:
        fault = f"not JSON: {error}"
    except ValidationError as error:
        found = [f"{named(one['loc'])}: {one['msg']}" for one in error.errors()]
        fault = "; ".join(found)
    except ValueError as error:
        fault = str(error)
    raise BadQuestions(f"{path}, line {number}: {fault}{advice}")


def _support_of_today(fields: dict[str, Any]) -> dict[str, Any]:
    """A JSON object, where the document of a quote was once called doc."""
    if "doc" in fields:
        fields["document"] = fields.pop("doc")
    return fields


def unfair(question: Question) -> Iterator[str]:
    """Yield what makes every answer to a question right, or none, and what to do."""
    for name in ("question", "id"):
        if not getattr(question, name).strip():
            yield f"{name}: empty; write it, or leave the line out"
    for name in ("support", "without"):
        for place, quoted in enumerate(getattr(question, name)):
            if not letters_of(quoted.quote):
                yield f"{name}.{place}.quote: no letter, so no passage has it; quote a sentence"
    if question.kind in PHRASED:
        yield from unfair_phrases(question.keys)
        return
    yield from unfair_keys(question.keys)
    yield from unfair_forbidden(question.forbidden, question.keys)
    # Whoever refuses to answer on a false premise is right.
    if question.kind != "false-premise":
        yield from kept_by_the_refusal(question.keys)


def relevant(question: Question, letters: dict[str, str]) -> list[set[str]]:
    """For each quote of a question's support, the ids of the passages that contain it.

    `letters` has the folded text of each passage by id (`folded_passages`). Passages of all
    documents count: a near-duplicate of the named document contains the quote as well. Where a
    quote is split between two passages, at least one of its halves is whole in one of them, and a
    passage with a whole half counts.
    """
    quotes = [support.quote for support in question.support]
    return [_carriers(quote, letters) for quote in quotes]


def folded_passages(passages: Iterable[Passage]) -> dict[str, str]:
    """The letters and digits of each passage, by id, to look up many quotes in."""
    return {passage.id: letters_of(passage.text) for passage in passages}


def _carriers(quote: str, letters: dict[str, str]) -> set[str]:
    """The ids of the passages with the whole quote, or else with one of its halves."""
    wanted = letters_of(quote)
    whole = _containing(wanted, letters)
    if whole:
        return whole
    middle = len(wanted) // 2
    with_first_half = _containing(wanted[:middle], letters)
    with_second_half = _containing(wanted[middle:], letters)
    return with_first_half | with_second_half


def _containing(wanted: str, letters: dict[str, str]) -> set[str]:
    if not wanted:
        return set()
    ids = set()
    for id, text in letters.items():
        if wanted in text:
            ids.add(id)
    return ids
