"""Which tier a run's answer comes from (tiered): what each tier is worth is counted by it."""

from __future__ import annotations

from ragkit.trace import Trace

MEMORY = "memory"
CORRECTION = "correction"
"""The question's premise was denied by a passage, which the gate found before any tier was asked.
"""


def answered_from(trace: Trace) -> str:
    """The name of the tier that a run's answer comes from, `memory`, or `correction`.

    It is empty where the run gave no answer, and for graphs without tiers.
    """
    if trace.refused or trace.failed:
        return ""
    if "correct" in trace.route:
        return CORRECTION
    asked: list[str] = []
    for step in trace.steps:
        if "exit_bar" in step.wrote:
            asked = [MEMORY]
        if "asked" in step.wrote:
            asked = step.wrote["asked"]
    return asked[-1] if asked else ""
