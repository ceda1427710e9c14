"""What is known of a run that is under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragkit.trace import Step, Trace


def so_far(question: str, steps: Sequence[Step], system: str = "") -> Trace:
    """What is known of a run that is under way.

    >>> from ragkit.model.meter import Usage
    >>> steps = [Step("retrieve", 0.5, Usage(), {}), Step("generate", 2.0, Usage(), {})]
    >>> so_far("Who?", steps).seconds
    2.5
    """
    wrote: dict[str, Any] = {}
    for step in steps:
        wrote |= step.wrote
    return Trace(
        question,
        tuple(steps),
        wrote.get("answer", ""),
        tuple(wrote.get("passages", ())),
        sum(step.seconds for step in steps),
        tuple(wrote.get("claims", ())),
        system=system,
    )
