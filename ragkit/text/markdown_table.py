"""A Markdown table. Reports, model cards, README and docs all have their tables from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TIGHT = "---"
"""The rule below a heading, without the spaces around it."""


def markdown_table(
    head: Sequence[str], rows: Iterable[Sequence[str | None]], rule: str = f" {TIGHT} "
) -> str:
    """A Markdown table, each line of it ended. None is a cell that nothing stands in.

    A `|` inside a cell would begin another cell, so it is written as `/`.

    >>> print(markdown_table(["system", "correct"], [["naive", "0.5"], ["a|b", None]]))
    | system | correct |
    | --- | --- |
    | naive | 0.5 |
    | a/b | |
    """
    lines = [_line(head), "|" + "|".join([rule] * len(head)) + "|"]
    lines += [_line(row) for row in rows]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str | None]) -> str:
    return "|" + "".join(map(_cell, cells))


def _cell(text: str | None) -> str:
    if text is None:
        return " |"
    return f" {text.replace('|', '/')} |"
