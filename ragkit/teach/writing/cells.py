"""Cells of tables as questions with the sentences to write, which have the names of row and column.

A cell is asked for in several wordings (`golden/cells.py`) and answered in one, so that the wording
of an answer does not depend on chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ragkit.evaluate.golden.cells import Cell, cell_questions, has_row
from ragkit.state import Passage
from ragkit.teach.material import Answered
from ragkit.teach.writing.asked import Asked
from ragkit.teach.writing.cited import Stated
from ragkit.teach.writing.example import CELL

ANSWER = 'For "{row}", the table gives {value} under "{column}".'


def cells(passage: Passage, rng: Random) -> list[Asked]:
    """Some cells of the tables of a passage, as questions with their answers."""
    return [_asked(passage, cell) for cell in cell_questions(passage, rng)]


def _asked(passage: Passage, cell: Cell) -> Asked:
    question = cell.question
    (support,) = question.support
    answered = Answered(question, ((passage, support.quote),))
    answer = ANSWER.format(row=cell.row, column=cell.column, value=question.answer)
    stated = Stated(answer, (passage,))
    return Asked(CELL, answered, (stated,))


def has_cell(passage: Passage, asked: Asked) -> bool:
    """Whether a passage also has a row of this name, so that it may give another value."""
    (name, *_), _ = asked.answered.question.keys
    return has_row(passage, name)


def without_rivals(passages: Iterable[Passage], asked: Asked) -> tuple[Passage, ...]:
    """The passages without others that have a row of the same name."""
    needed = {passage.id for passage in asked.needed}
    kept = []
    for passage in passages:
        if passage.id in needed or not has_cell(passage, asked):
            kept.append(passage)
    return tuple(kept)
