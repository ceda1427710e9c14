"""Rows of one table that share the same words with a question: it does not say which one it means.

"What is the alarm stage at the gauge?" fits the row of every gauge. Only a rule decides here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.state import Passage
from ragkit.text.excerpts import Excerpt, Rarity, excerpts
from ragkit.text.words import words

NEARLY = 0.9
"""Fraction of the best excerpt's weight that the rows need.

Where a sentence fits clearly better, it may say which one is meant.
"""
CELL = "; "
"""What stands between the cells of a row that is copied."""
MOST = 5
"""Maximum number of rows that are readings. A question that fits more of them asks for a list."""


def tied_rows(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[Excerpt]:
    """The two or more rows of a table that share the same words with a question; none if one fits
    best, or if they have no names or all say the same.

    `rarity` gives the weight of a word.

    >>> table = "| gauge | alarm, m |\\n|---|---|\\n| Weir | 2.1 |\\n| Mill | 3.6 |"
    >>> gauges = [Passage("g", table, source="gauges.md")]
    >>> rows = tied_rows("What is the alarm of the gauge?", gauges, lambda word: 1.0)
    >>> [row.text for row in rows]
    ['Weir; alarm, m: 2.1', 'Mill; alarm, m: 3.6']
    >>> tied_rows("What is the alarm of the gauge at the weir?", gauges, lambda word: 1.0)
    []
    """
    found = excerpts(question, passages, rarity)
    rows = [excerpt for excerpt in found if excerpt.is_row]
    if not rows or rows[0].weight < NEARLY * found[0].weight:
        return []
    best = rows[0]
    # The weight counts every cell of a row, and the text has those of the named columns alone.
    equals = [row for row in rows if row.number == best.number and row.weight == best.weight]
    asked = set(words(question))
    shared = {frozenset(asked.intersection(words(row.text))) for row in equals}
    if len(shared) > 1:
        return []
    return equals if _is_choice(equals) else []


def _is_choice(rows: Sequence[Excerpt]) -> bool:
    """Whether each row has a name of its own, and not all say the same."""
    names = {row_name(row) for row in rows}
    answers = {row_answer(row) for row in rows}
    return len(names) == len(rows) <= MOST and len(answers) > 1


def row_name(row: Excerpt) -> str:
    """What names a row: its first cell.

    >>> row_name(Excerpt("Weir; alarm, m: 2.1", 1, 1.0, is_row=True))
    'Weir'
    """
    name, _, _ = row.text.partition(CELL)
    return name


def row_answer(row: Excerpt) -> str:
    """What a row says: its other cells.

    >>> row_answer(Excerpt("Weir; alarm, m: 2.1", 1, 1.0, is_row=True))
    'alarm, m: 2.1'
    """
    _, _, answer = row.text.partition(CELL)
    return answer
