"""Questions about cells of tables, which ask by row and column: one for each table at most."""

from __future__ import annotations

from collections import Counter
from random import Random

from ragkit.evaluate.golden.cells import cell_questions
from ragkit.evaluate.golden.drafting import SPEAKS_OF_IT, spread
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.documents import Documents, row_names

ANOTHER_ROW = "table: another table has a row of that name"
NO_CELL = "table: no cell can be asked for in a sentence"


def table_cells(documents: Documents, seed: int, dropped: Counter[str]) -> list[Question]:
    """A question about each passage with a table, spread over the documents.

    Passages without such a question are counted as dropped.
    """
    tables = [passage for passage in documents.passages if row_names(passage)]
    found = []
    for passage in spread(tables, seed):
        cells = cell_questions(passage, Random(f"{seed} {passage.id}"))
        alone = [cell.question for cell in cells if documents.rows[_row(cell.question)] == 1]
        # Who has not seen the table does not speak of it, so such a wording comes last.
        alone.sort(key=lambda question: bool(SPEAKS_OF_IT.search(question.question)))
        if alone:
            found.append(alone[0])
        else:
            dropped[ANOTHER_ROW if cells else NO_CELL] += 1
    return found


def _row(question: Question) -> str:
    """The first cell of the row that a question asks about."""
    (name, *_), _ = question.keys
    return name
