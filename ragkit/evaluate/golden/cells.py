"""Cells of tables as questions, which ask by row and column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage
from ragkit.text.tables import LETTER, Row, rows_and_sentences

WORDINGS = (
    'What does the table give under "{column}" for {row}?',
    "For {row}, what is listed under {column}?",
    "Which value does {row} have in the column {column}?",
    "{row}: what does the table say about {column}?",
    "What is given as {column} for {row}?",
    "How is {row} described under {column}?",
)
"""How a cell is asked for; {row} and {column} are their names."""
PLAIN = "What is the {column} of {row}?"
"""One more, for a column whose name is one or two small words in the singular."""
SMALL = re.compile(r"[a-z]{3,}(?: [a-z]{3,})?(?<!s)")
MARKUP = re.compile(r"[`*|\[\]{}\"“”<>\\]|https?:|[!?.]\s|[.!?:]$")
"""What no name of a row or column, and no value, may have in a sentence."""
NAME = re.compile(rf"{LETTER.pattern}|\d{{4}}")
"""What the name of a column has: two letters, or the digits of a year."""
DIRECTIONS = {"from", "to"}
"""Columns whose names say nothing in a sentence."""
WIDEST = 10
"""Maximum number of words in a cell."""
MANY = 8
"""Maximum number of questions about one passage."""


class Cell(NamedTuple):
    """A question that a cell answers, with the names of its row and column."""

    question: Question
    row: str
    column: str


def cell_questions(passage: Passage, rng: Random) -> list[Cell]:
    """Some cells of the tables of a passage, as questions with their answers."""
    rows, _ = rows_and_sentences(passage.text)
    cells = _cells(passage, rows, rng)
    found = list(cells)
    rng.shuffle(found)
    return found[:MANY]


def has_row(passage: Passage, name: str) -> bool:
    """Whether a passage has a row of this name, so that it may give another value."""
    rows, _ = rows_and_sentences(passage.text)
    names = {row.cells[0] for row in rows}
    return name in names


def _cells(passage: Passage, rows: Sequence[Row], rng: Random) -> Iterator[Cell]:
    names = Counter((row.head, row.cells[0]) for row in rows)
    for row in rows:
        name = _name(row)
        if names[row.head, row.cells[0]] > 1 or not (LETTER.search(name) and _is_plain(name)):
            continue
        for column, value in _columns(row):
            yield _asked(passage, row, name, column, value, rng)


def _name(row: Row) -> str:
    """The name of a row; a number is named with its column.

    >>> _name(Row(("n", "steps"), ("40", "7"))), _name(Row(("sort", "steps"), ("Quicksort", "7")))
    ('n 40', 'Quicksort')
    """
    first = row.cells[0]
    if LETTER.search(first):
        return first
    named = f"{row.head[0]} {first}"
    return named.strip()


def _columns(row: Row) -> Iterator[tuple[str, str]]:
    """The name and value of each cell behind the first that can be said in a sentence."""
    heads = Counter(row.head)
    for column, value in list(zip(row.head, row.cells))[1:]:
        is_named = NAME.search(column) and column.lower() not in DIRECTIONS
        if is_named and heads[column] == 1 and _is_plain(column) and _is_plain(value):
            yield column, value


def _is_plain(cell: str) -> bool:
    """Whether a cell has letters or digits, few words and no markup."""
    if not any(map(str.isalnum, cell)) or MARKUP.search(cell):
        return False
    return len(cell.split()) <= WIDEST


def _asked(passage: Passage, row: Row, name: str, column: str, value: str, rng: Random) -> Cell:
    wordings = list(WORDINGS)
    if SMALL.fullmatch(column):
        wordings.append(PLAIN)
    said = {"row": name, "column": column}
    question = Question(
        id=f"{passage.id} {name} {column}",
        question=rng.choice(wordings).format(**said),
        kind="table",
        answer=value,
        # Not the value alone, which may be anywhere.
        keys=((row.cells[0],), (value,)),
        support=(Support(passage.source, " | ".join(row.cells)),),
        difficulty="easy",
        part="fit",
    )
    return Cell(question, name, column)
