"""What an agent did: each call of a tool, with the odds of the tools that it could have called."""

from __future__ import annotations

from collections.abc import Mapping

from IPython.display import HTML

from ragkit.graphs import Action
from ragkit.trace import Trace
from ragkit.widgets.runs.steps import STYLE, table

HEAD = ["action", "tool", "with", "odds of the tools that were open", "new passages"]
NO_CHOICE = "no choice: one tool was open"


def actions_table(trace: Trace) -> HTML:
    """The actions of a run of `single`, in order."""
    actions: list[Action] = []
    for step in trace.steps:
        actions = step.wrote.get("actions", actions)
    rows = [_row(number, action) for number, action in enumerate(actions, start=1)]
    return HTML(STYLE + table(trace.question, HEAD, rows))


def odds_text(odds: Mapping[str, float]) -> str:
    """The odds of some options, the likeliest first.

    >>> odds_text({"read_passage": 0.25, "keyword_search": 0.75})
    'keyword_search .75, read_passage .25'
    """
    likeliest = sorted(odds, key=lambda name: -odds[name])
    parts = []
    for name in likeliest:
        number = f"{odds[name]:.2f}"
        parts.append(f"{name} {number.removeprefix('0')}")
    return ", ".join(parts)


def _row(number: int, action: Action) -> list[tuple[str, str]]:
    return [
        (str(number), "rk-number"),
        (action.tool, ""),
        (action.target, ""),
        (odds_text(action.odds) or NO_CHOICE, "rk-why"),
        (str(len(action.found)), "rk-number"),
    ]
