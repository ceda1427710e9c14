"""The sign of a structured-data error: another cell of the table than the right one.

A golden question about a table quotes the row with the answer, so its other cells are known. The
other cells of the column are known from the trace, whose passages have the table, and some of them
from the spellings that the question forbids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.golden.correct import holds, holds_some
from ragkit.evaluate.golden.phrases import VERDICTS
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.text.tables import Row, rows_and_sentences

BAR = re.compile(r"\s\|\s")
"""The bar between two cells of a quoted row; those of |V| have no space on both sides."""


def another_cell(case: Case) -> bool | None:
    """Whether an answer has another cell of the row, or of the column, with the right cell.

    None where no other cell was found, and the column is not known, because there is no trace.
    """
    quotes = table_quotes(case.question)
    if not quotes:
        return False
    others = [*case.question.forbidden]
    for quote in quotes:
        others += _other_cells(quote, case.question)
        others += _of_column(quote, case)
    asked = case.question.question
    # a cell that the question names is no answer to it
    if any(holds(case.answer, cell) for cell in others if not holds(asked, cell)):
        return True
    return None if case.trace is None else False


def table_quotes(question: Question) -> list[str]:
    """The rows of tables among the quotes that support the answer."""
    quotes = [support.quote for support in question.support]
    return [quote for quote in quotes if BAR.search(quote)]


def _other_cells(quote: str, question: Question) -> list[str]:
    """The cells of a quoted row without the right one; the first one names the row.

    >>> keys = (("148",),)
    >>> asked = Question("h", "How long did it take?", "table", "148", keys, (), "easy")
    >>> _other_cells("| Heapsort | 148 | 87 | 102 |", asked)
    ['87', '102']
    """
    _, *cells = _cells(quote)
    return [cell for cell in cells if _may_show(cell) and not holds_some(question, cell)]


def _of_column(quote: str, case: Case) -> Iterator[str]:
    """The other cells of the column with the right cell, from the passages of the trace."""
    wanted = letters_of(quote)
    for passage in case.passages:
        rows, _ = rows_and_sentences(passage.text)
        for row in rows:
            if wanted in letters_of("".join(row.cells)):
                yield from _beside(row, rows, case.question)


def _beside(right: Row, rows: list[Row], question: Question) -> Iterator[str]:
    """The cells of other rows of the same table, in the columns of a right cell."""
    columns = [at for at, cell in enumerate(right.cells) if at and holds_some(question, cell)]
    for row in rows:
        if row is right or row.head != right.head:
            continue
        for column in columns:
            cell = row.cells[column] if column < len(row.cells) else ""
            if _may_show(cell) and not holds_some(question, cell):
                yield cell


def _may_show(cell: str) -> bool:
    """Whether a cell in an answer shows where it is from. Yes and no are in many answers.

    >>> _may_show("148"), _may_show("yes"), _may_show("")
    (True, False, False)
    """
    return bool(cell) and cell.lower() not in VERDICTS


def _cells(quote: str) -> list[str]:
    return [cell.strip() for cell in quote.strip(" |").split("|")]
