"""What each component of a system takes: steps, seconds, tokens and dollars, by node (teams)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragkit.evaluate.measures.metrics import run_cost
from ragkit.model.meter import Usage
from ragkit.settings import Settings
from ragkit.trace import Trace

SENT_BACK_ALARM = 0.3
"""Share of the questions that are sent back above which the retrieval needs work (teams)."""


@dataclass(frozen=True)
class Component:
    """What one node took in one run, in all of its steps together."""

    steps: int
    seconds: float
    """Steps that ran at the same time count each."""
    calls: int = 0
    evaluated: int = 0
    reused: int = 0
    generated: int = 0
    cost: float | None = None
    """In dollars; None where the price is not known."""


def components(
    trace: Trace, calls: Sequence[tuple[str, Usage]], settings: Settings
) -> dict[str, Component]:
    """The components of a run, by node, in the order in which they first ran.

    `calls` are the node and the usage of each model call, as the run's own cost counts them.
    """
    found = {}
    for node in dict.fromkeys(trace.route):
        seconds = [step.seconds for step in trace.steps if step.node == node]
        usage = sum((used for by, used in calls if by == node), Usage())
        found[node] = Component(
            len(seconds),
            sum(seconds),
            usage.calls,
            usage.evaluated,
            usage.reused,
            usage.generated,
            run_cost(usage, settings),
        )
    return found


def alarm(share: float) -> str:
    """What is said of a share of questions that were sent back, in [0, 1]; empty up to the limit.

    >>> alarm(0.3), alarm(0.4)
    ('', 'above 30 %, so the retrieval needs work')
    """
    if share <= SENT_BACK_ALARM:
        return ""
    return f"above {SENT_BACK_ALARM:.0%}, so the retrieval needs work".replace("%", " %")
