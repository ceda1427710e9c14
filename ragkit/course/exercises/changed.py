"""What an answer changed of its arguments: the first change, its place, and what to do instead."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ragkit.course.exercises.same import same
from ragkit.course.exercises.shown import shown

NODE = "A node leaves the state as it is: it returns what it wrote, and the graph puts that there"
COPY = "Leave it as it is, and work on a copy, such as `{kind}({name})`"
NEW = "Leave it as it is, and return something new"
COPIED = ("dict", "list", "set")
"""Types whose name makes a copy."""


def change(function: Callable[..., Any], before: Sequence[Any], after: Sequence[Any]) -> str:
    """What a function changed of its arguments, and what to do instead; empty: nothing.

    >>> def first(ranking):
    ...     return ranking.pop(0)
    >>> change(first, [["owl", "cat"]], [["cat"]]).partition(". ")[0]
    'your function changed `ranking`: its length was 2 and is 1 now'
    """
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if not same(old, new):
            name = _name(function, number)
            return f"your function changed {_told(name, old, new)}. {_instead(name, new)}"
    return ""


def _name(function: Callable[..., Any], number: int) -> str:
    """The name of an argument in the learner's own function."""
    try:
        return list(inspect.signature(function).parameters)[number]
    except (ValueError, TypeError, IndexError):
        return f"argument {number + 1}"


def _instead(name: str, value: Any) -> str:
    if name == "state":
        return NODE
    kind = type(value).__name__
    return COPY.format(kind=kind, name=name) if kind in COPIED else NEW


def _told(place: str, old: Any, new: Any) -> str:
    """The first difference at or below a place such as `state.notes`."""
    before, after = _parts(old), _parts(new)
    if isinstance(old, list) and len(before) != len(after):
        return f"`{place}`: its length was {len(before)} and is {len(after)} now"
    for part in after:
        if part not in before:
            return f"`{place}`: it has got `{part.lstrip('.')}`, which is {shown(after[part])}"
    for part, value in before.items():
        if part not in after:
            return f"`{place}`: it has lost `{part.lstrip('.')}`"
        if not same(value, after[part]):
            return _told(place + part, value, after[part])
    return f"`{place}`: it was {shown(old)}, and is {shown(new)} now"


def _parts(value: Any) -> dict[str, Any]:
    """What a value is made of, each with how code gets there: `[0]`, `['owl']` or `.owl`."""
    if isinstance(value, dict):
        return {f"[{shown(key)}]": part for key, part in value.items()}
    if isinstance(value, list | tuple):
        return {f"[{number}]": part for number, part in enumerate(value)}
    fields = getattr(value, "__dict__", {})
    return {f".{name}": part for name, part in fields.items()}
