"""Table rows as sentences, because a cell without the name of its column says nothing.

    | sort         | Random | Sorted |        Library sort; Random: 71; Sorted: 19
    |--------------|--------|--------|   ->
    | Library sort | 71     | 19     |

A document and its passages stay as they are. Only what a model reads, and what is copied from them,
is rewritten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragkit.text.sentences import sentences

LINE = re.compile(r"^\s*\|(.*)\|\s*$")
RULE = re.compile(r"^[\s|:-]+$")
"""The line between a table's head and its rows."""
CELL_END = re.compile(r"(?<!\\)\|")
"""The bar between two cells; a bar after a backslash belongs to a cell."""
LETTER = re.compile(r"[^\W\d_]{2}")
"""Two letters in a row: the cell is a name, not a number."""


@dataclass(frozen=True)
class Row:
    """A row of a table, with the names of its columns."""

    head: tuple[str, ...]
    cells: tuple[str, ...]

    def sentence(self, columns: set[int] | None = None) -> str:
        """The row as a sentence: its first cell, then each column's name and cell.

        With `columns`, only these besides the first one. An empty cell is left out. A first cell
        that is a number gets the name of its column too, because alone it says nothing.

        >>> row = Row(("n", "n^3 steps", "2^n steps"), ("40", "64 us", "18.3 min"))
        >>> row.sentence(), row.sentence({2})
        ('n: 40; n^3 steps: 64 us; 2^n steps: 18.3 min', 'n: 40; 2^n steps: 18.3 min')
        """
        parts = []
        for number, cell in enumerate(self.cells):
            wanted = number == 0 or columns is None or number in columns
            if not cell or not wanted:
                continue
            name = self.head[number] if number < len(self.head) else ""
            speaks_for_itself = number == 0 and LETTER.search(cell)
            parts.append(cell if speaks_for_itself or not name else f"{name}: {cell}")
        return "; ".join(parts)


def blocks(text: str) -> list[str | Row]:
    """A text in order: the rows of its tables, and what is between them as it is written.

    A row counts only below a head with a rule; the lines of a table that was cut before its rows
    have no column names, and stay text.
    """
    found: list[str | Row] = []
    lines = text.splitlines()
    head: tuple[str, ...] = ()
    for number, line in enumerate(lines):
        if not LINE.match(line):
            head = ()
            found.append(line)
        elif head and not RULE.match(line):
            found.append(Row(head, _cells(line)))
        elif not head and _is_head(lines, number):
            head = _cells(line)
        elif not head:
            found.append(line)
    return found


def spelled_out(text: str) -> str:
    """A text with the rows of its tables as sentences, one on each line.

    >>> print(spelled_out("Counts.\\n| sort | Random |\\n|---|---|\\n| Library sort | 71 |\\nEnd."))
    Counts.
    Library sort; Random: 71
    End.
    """
    lines = []
    for block in blocks(text):
        line = block.sentence() if isinstance(block, Row) else block
        lines.append(line)
    return "\n".join(lines)


def statements(text: str) -> list[str]:
    """The sentences of a text and the rows of its tables, without headings.

    >>> statements("# Owls\\nThey hunt.\\n| owl | mice |\\n|---|---|\\n| barn owl | 3 |")
    ['barn owl; mice: 3', 'They hunt.']
    """
    rows, prose = rows_and_sentences(text)
    spelled = [row.sentence() for row in rows]
    return spelled + prose


def rows_and_sentences(text: str) -> tuple[list[Row], list[str]]:
    """The rows of a text's tables, and its sentences; headings are left out."""
    rows = []
    prose = []
    for block in blocks(text):
        if isinstance(block, Row):
            rows.append(block)
        elif not block.startswith("#"):
            prose.append(block)
    return rows, sentences("\n".join(prose))


def _is_head(lines: list[str], number: int) -> bool:
    if number + 1 == len(lines):
        return False
    below = lines[number + 1]
    is_line = LINE.match(below) is not None
    is_rule = RULE.match(below) is not None
    return is_line and is_rule and "-" in below


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip()[1:-1]
    cells = []
    for cell in CELL_END.split(inner):
        bare = cell.strip()
        cells.append(bare.replace(r"\|", "|"))
    return tuple(cells)
