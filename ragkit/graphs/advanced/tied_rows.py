"""Rows of one table that fit a question equally well, so that it does not say which one it means.

"What is the alarm stage at the gauge?" fits the row of every gauge. Only a rule decides here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.state import Passage
from ragkit.text.excerpts import Excerpt, Rarity, excerpts

NEARLY = 0.9
"""Fraction of the best excerpt's weight that the rows need: a sentence may say which one is meant.
"""
MOST = 5
"""Maximum number of rows that are readings. A question that fits more of them asks for a list."""


def tied_rows(question: str, passages: Sequence[Passage], rarity: Rarity) -> list[Excerpt]:
    """The two or more rows of a table that fit a question equally well; none if one fits best.

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
    tied = [row for row in rows if row.number == best.number and row.weight == best.weight]
    return tied if 1 < len(tied) <= MOST else []


def row_name(row: Excerpt) -> str:
    """What names a row: its first cell.

    >>> row_name(Excerpt("Weir; alarm, m: 2.1", 1, 1.0, is_row=True))
    'Weir'
    """
    name, _, _ = row.text.partition(";")
    return name
