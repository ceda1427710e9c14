"""What became of an answer that was handed in."""

from __future__ import annotations

from typing import Literal, get_args

State = Literal["solved", "wrong", "failed", "not run", "untouched"]
"""In words: the check accepts it; the check refuses it; its cell failed; grading ended before it,
or its cell is gone; it is as it was given."""
STATES: tuple[State, ...] = get_args(State)
