"""States that record which of their fields were read, and what can be asked of any state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast, get_args, get_type_hints

State = TypeVar("State", bound="Watched")
KEPT = "kept from question to question on a thread"
"""Marks a field of a state that the next question on the same thread finds as it was left."""


class Watched:
    """A dataclass that records which of its fields were read.

    A trace shows them beside the fields that a node wrote.
    """

    def __getattribute__(self, name: str) -> Any:
        values = object.__getattribute__(self, "__dict__")
        if name in values and not name.startswith("_"):
            # A dict keeps the order of the first reads.
            reads = values.setdefault("_read", {})
            reads[name] = True
        return object.__getattribute__(self, name)


def fields_read(state: Watched) -> dict[str, Any]:
    """The fields that were read so far with their values, in the order of their first reads.

    >>> from ragkit.state import RunState
    >>> state = RunState(question="Who hunts?")
    >>> state.loop, state.question, state.loop
    (0, 'Who hunts?', 0)
    >>> fields_read(state)
    {'loop': 0, 'question': 'Who hunts?'}
    """
    values = vars(state)
    names = values.get("_read", ())
    return {name: values[name] for name in names}


def with_written(state: State, wrote: Mapping[str, Any]) -> State:
    """A copy of a state with the fields that a node wrote.

    No field of the copy counts as read. Copying does not count as reading the original either.

    >>> from ragkit.state import RunState
    >>> after = with_written(RunState(question="Who hunts?"), {"answer": "Owls."})
    >>> after.question, after.answer
    ('Who hunts?', 'Owls.')
    """
    # `vars` gives the values without recording that they were read.
    known = vars(state)
    values = {}
    for one in fields(cast(Any, state)):
        values[one.name] = known[one.name]
    values.update(wrote)
    return type(state)(**values)


def nouns_in(schema: Any) -> dict[str, type]:
    """The dataclasses in the fields of a state, at any depth, by name.

    >>> from ragkit.state import RunState
    >>> sorted(nouns_in(RunState))
    ['Claim', 'Grade', 'Passage', 'Rule', 'SetAside']
    """
    found: dict[str, type] = {}
    hints = list(get_type_hints(schema).values())
    while hints:
        hint = hints.pop()
        # The parameters of a generic type: the Claim of list[Claim].
        hints += get_args(hint)
        if not isinstance(hint, type) or not is_dataclass(hint):
            continue
        name = hint.__name__
        if name not in found:
            found[name] = hint
            hints += get_type_hints(hint).values()
    return found
