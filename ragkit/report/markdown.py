"""A Markdown table and its cells. Reports, README and docs all have their tables from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragkit.evaluate.measures.summary import Difference
from ragkit.score import Score

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


def cell(one: Score, name: str = "") -> str:
    """A score with its interval, n, and how many were ungraded."""
    interval = _interval(one, f",.{_places(name)}f")
    left_out = f", {one.ungraded} ungraded" if one.ungraded else ""
    return f"{interval} (n={one.n}{left_out})"


def difference(one: Difference, name: str = "") -> str:
    """A paired difference with its interval, bold where that excludes 0."""
    text = _interval(one.by, f"+,.{_places(name)}f")
    if one.shown:
        return f"**{text}**"
    return text


def _interval(one: Score, how: str) -> str:
    """A mean and its interval, their numbers written as a format says."""
    mean = format(one.mean, how)
    low = format(one.low, how)
    high = format(one.high, how)
    return f"{mean} [{low}, {high}]"


def _places(name: str) -> int:
    """Decimal places of a measure: tokens are counted whole."""
    return 0 if name.startswith("tokens") else 2
