"""Whether two values are the same to a reader, and where they first differ.

Numbers may differ by rounding. A tuple, a list and an array with equal items are the same. What
else there is must be equal. No value that a learner returns makes the comparison fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from ragkit.course.exercises.shown import shown

CLOSE = 1e-9
"""Relative tolerance between two numbers."""
TINY = 1e-12
"""Absolute tolerance, for numbers near zero."""


def same(expected: Any, came: Any) -> bool:
    """Whether two values are the same.

    >>> same([0.3, "owl"], (0.1 + 0.2, "owl")), same({"a": 1}, {"a": 1.0}), same([1], [1, 2])
    (True, True, False)
    >>> same(1, True), same(0, None), same("1", 1)
    (False, False, False)
    """
    expected, came = _plain(expected), _plain(came)
    if expected is None or isinstance(expected, bool) or isinstance(came, bool):
        return expected is came
    if isinstance(expected, Real):
        return isinstance(came, Real) and _close(expected, came)
    if isinstance(expected, list | tuple):
        return isinstance(came, list | tuple) and _same_items(expected, came)
    if isinstance(expected, dict):
        return isinstance(came, dict) and _same_entries(expected, came)
    return _equal(expected, came)


def difference(expected: Any, came: Any) -> str:
    """Where two values first differ, in a sentence; empty where there is nothing to add.

    >>> difference(["owl", "cat"], ["owl", "bat"])
    "the item at index 1 is 'bat', and 'cat' was expected"
    >>> difference([1, 2], [1])
    'it has 1 item, and 2 were expected'
    >>> difference({"fit": {"owl": 1, "cat": 2}}, {"fit": {"owl": 1, "cat": 3}})
    "for 'fit': for 'cat' it has 3, and 2 was expected"
    >>> difference({"a": 1.0}, None)
    'it is None: is there a `return` on every way through the function?'
    >>> difference(None, True)
    'it is of the type bool, and None was expected'
    """
    expected, came = _plain(expected), _plain(came)
    if came is None:
        return "it is None: is there a `return` on every way through the function?"
    if isinstance(expected, list | tuple) and isinstance(came, list | tuple):
        return _between_items(expected, came)
    if isinstance(expected, dict) and isinstance(came, dict):
        return _between_entries(expected, came)
    return _between_types(expected, came)


def _plain(value: Any) -> Any:
    """A value of numpy as Python's own."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return value


def _close(expected: Real, came: Real) -> bool:
    try:
        one, other = float(expected), float(came)
    except (OverflowError, ValueError):  # an integer too long for a float
        return _equal(expected, came)
    if math.isnan(one):
        return math.isnan(other)
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=TINY)


def _same_items(expected: Sequence[Any], came: Sequence[Any]) -> bool:
    if len(expected) != len(came):
        return False
    return all(same(one, other) for one, other in zip(expected, came, strict=True))


def _same_entries(expected: dict[Any, Any], came: dict[Any, Any]) -> bool:
    if expected.keys() != came.keys():
        return False
    return all(same(value, came[key]) for key, value in expected.items())


def _equal(expected: Any, came: Any) -> bool:
    try:
        return bool(expected == came)
    except Exception:  # noqa: BLE001 - a learner's class may compare as it likes
        return False


def _between_items(expected: Sequence[Any], came: Sequence[Any]) -> str:
    if len(expected) != len(came):
        items = "item" if len(came) == 1 else "items"
        were = "was" if len(expected) == 1 else "were"
        return f"it has {len(came)} {items}, and {len(expected)} {were} expected"
    for number, (one, other) in enumerate(zip(expected, came, strict=True)):
        if not same(one, other):
            return f"the item at index {number} is {shown(other)}, and {shown(one)} was expected"
    return ""


def _between_entries(expected: dict[Any, Any], came: dict[Any, Any]) -> str:
    missing = [key for key in expected if key not in came]
    if missing:
        return f"it lacks {_listed(missing)}"
    extra = [key for key in came if key not in expected]
    if extra:
        return f"it has {_listed(extra)}, which nobody asked for"
    for key, value in expected.items():
        other = came[key]
        if same(value, other):
            continue
        if isinstance(value, dict) and isinstance(other, dict):
            return f"for {shown(key)}: {_between_entries(value, other)}"
        return f"for {shown(key)} it has {shown(other)}, and {shown(value)} was expected"
    return ""


def _between_types(expected: Any, came: Any) -> str:
    wanted, given = type(expected).__name__, type(came).__name__
    both_numbers = isinstance(expected, Real) and isinstance(came, Real)
    if wanted == given or both_numbers:
        return ""
    if expected is None:
        wanted = "None"
    return f"it is of the type {given}, and {wanted} was expected"


def _listed(keys: Iterable[Any]) -> str:
    return ", ".join(map(shown, keys))
