"""Which values are in force and why: what `kit.depth` and `kit.thresholds` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

BY_USER = "set by you"
DEFAULT = "default"


class Value(NamedTuple):
    """A value that is in force."""

    name: str
    value: Any
    source: str
    """Where it comes from: the user, a default, a file, the price of a wrong answer."""


def lines(values: Sequence[Value]) -> str:
    """The values as a table: name, value, source.

    >>> print(lines([Value("k", 5, BY_USER), Value("depth", "simple", DEFAULT)]))
    k      5       set by you
    depth  simple  default
    """
    return aligned([(name, str(value), source) for name, value, source in values])


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of equally many cells in columns, each as wide as its longest cell.

    >>> print(aligned([("job", "model"), ("answer", "small")]))
    job     model
    answer  small
    """
    widths = []
    for column in zip(*rows, strict=True):
        lengths = map(len, column)
        widths.append(max(lengths))
    # The last column is as wide as it is.
    widths[-1:] = [0]
    written = []
    for row in rows:
        cells = map(str.ljust, row, widths)
        written.append("  ".join(cells))
    return "\n".join(written)
