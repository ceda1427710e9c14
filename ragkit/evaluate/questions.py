"""Golden questions: what is asked, what a right answer holds, and which sentences of which documents say so.

Support is given as quotes, not as chunks, so that cutting the documents otherwise does not break the labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError

from ragkit.read.quotes import letters_of
from ragkit.state import Passage

Kind = Literal[
    "factual", "multi-hop", "ambiguous", "out-of-domain", "near-miss", "false-premise", "conflicting", "table"
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Support:
    """A sentence or table row that the answer stands on."""

    doc: str
    quote: str


@dataclass(frozen=True)
class Question:
    """A golden question. `answer` is None when the corpus does not hold it: then the right reply is the refusal."""

    id: str
    question: str
    kind: Kind
    answer: str | None
    keys: tuple[tuple[str, ...], ...]
    """A right answer holds one spelling of each group."""
    support: tuple[Support, ...]
    difficulty: Literal["easy", "medium", "hard"]
    sets: tuple[str, ...] = ()
    """Named selections that it belongs to: bench8, standard, hard."""
    tolerance: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """How far from a key that is a number an answer's number may be, as a share of it: 0.01 takes 99 to 101 for 100."""


class BadQuestions(ValueError):
    """A question file cannot be used; the message names file, line and what is wrong."""


def load_questions(file: str | Path, only: str | None = None) -> list[Question]:
    """The questions of a JSON Lines file, in order; `only` picks a kind or a named set. Raises `BadQuestions`."""
    path = Path(file)
    questions = [_question(path, number, line) for number, line in enumerate(_lines(path), 1) if line.strip()]
    twice = {q.id for q in questions if sum(other.id == q.id for other in questions) > 1}
    if twice:
        raise BadQuestions(f"{path}: ids stand twice: {', '.join(sorted(twice))}; every question needs its own")
    chosen = [q for q in questions if only in (None, q.kind, *q.sets)]
    if not chosen:
        raise BadQuestions(f"{path}: no question{f' is {only!r}' if only else ''}; kinds are {', '.join(KINDS)}")
    return chosen


def _lines(path: Path) -> list[str]:
    if not path.is_file():
        raise BadQuestions(f"asked for the questions in {path.absolute()}, which is no file")
    return path.read_text(encoding="utf-8").splitlines()


def _question(path: Path, number: int, line: str) -> Question:
    try:
        return TypeAdapter(Question).validate_python(json.loads(line))
    except json.JSONDecodeError as error:
        raise BadQuestions(f"{path}, line {number}: not JSON: {error}") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise BadQuestions(f"{path}, line {number}: {wrong}") from error


def relevant(question: Question, letters: dict[str, str]) -> list[set[str]]:
    """For each quote of a question's support, the ids of the passages that carry it, whatever document they are of.

    `letters` holds each passage's folded text by id (`folded_passages`). A near-duplicate document carries the quote
    as well as the one named, so documents are not compared. Where the cut between two passages runs through a quote,
    one of its halves is whole in one of them, and that one counts.
    """
    return [_carriers(support.quote, letters) for support in question.support]


def folded_passages(passages: Iterable[Passage]) -> dict[str, str]:
    """Each passage's letters and digits by id, to look up many quotes in."""
    return {passage.id: letters_of(passage.text) for passage in passages}


def _carriers(quote: str, letters: dict[str, str]) -> set[str]:
    wanted = letters_of(quote)
    whole = {id for id, text in letters.items() if wanted and wanted in text}
    halves = wanted[: len(wanted) // 2], wanted[len(wanted) // 2 :]
    return whole or {id for id, text in letters.items() if any(half and half in text for half in halves)}
