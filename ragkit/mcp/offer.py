"""A tool that the kit's own server offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from ragkit.state import Found


class Offer(NamedTuple):
    """What a client is told of a tool, and what the tool does."""

    meaning: str
    """What it does, as a client's model reads it."""
    find: Callable[[str], Found]
    takes: Literal["query", "passage_id"] = "query"
    """The name of its argument."""
