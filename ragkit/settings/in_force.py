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
    widths = [max(len(str(value[column])) for value in values) for column in (0, 1)]
    rows = []
    for name, value, source in values:
        rows.append(f"{name:{widths[0]}}  {value!s:{widths[1]}}  {source}")
    return "\n".join(rows)
