"""Draft what the workers found: first by rule and, if that is rejected, by a model (teams).

The first draft is the findings themselves, one behind the other. No model rewords what a worker
reports, and each sentence cites the passage that shares most words with it. Like any draft it is
verified against the passages. A rejected one is followed by a draft that the model writes from the
passages alone, since a finding may be what was wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.multi_agent.state import Report, WorkersState
from ragkit.kit import Kit
from ragkit.nodes.draft import draft
from ragkit.text.cite import cite


def synthesise(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, hopped, reports, rejected, drafts · writes draft, notes, drafts"""
    told = findings(state.reports, state.question)
    if told and state.passages and not state.drafts:
        wrote: dict[str, Any] = {"draft": cite(told, state.passages), "notes": []}
    else:
        wrote = draft(state, runtime)
    return wrote | {"drafts": state.drafts + 1}


def findings(reports: Sequence[Report], question: str) -> str:
    """What the workers found, each finding once, in the order of their tasks.

    Where parts of the question were answered, what was found for the whole of it is left out.

    >>> parts = [Report(3, "Who slept?", finding="Cats."), Report(2, "Who ate?", finding="Owls.")]
    >>> whole = Report(1, "Who ate, and who slept?", finding="Owls did.")
    >>> findings([whole, *parts], whole.query)
    'Owls. Cats.'
    """
    told = [one for one in reports if one.finding]
    parts = [one for one in told if one.query != question]
    in_order = sorted(parts or told, key=attrgetter("number"))
    once = dict.fromkeys(one.finding for one in in_order)
    return " ".join(once)
