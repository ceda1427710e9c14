"""Cells of a table: a score with its interval, or a difference that is bold where it is shown."""

from __future__ import annotations

from ragkit.evaluate.measures.summary import Difference
from ragkit.score import Score


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
