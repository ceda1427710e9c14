"""Write the answer from the joined evidence, with the workers' findings in view (teams).

The findings stand behind the evidence, as a hint and not as proof: what the draft says is verified
against the passages. After a rejected draft they are left out, since they may be what was wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.multi_agent.state import Report, WorkersState
from ragkit.kit import Kit
from ragkit.nodes.draft import unknown_citations
from ragkit.nodes.generate import ANSWER, OR_REFUSE, written

FINDINGS = "Workers who read some of these passages reported, each on one question:\n{lines}"


def synthesise(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, reports, rejected, drafts · writes draft, drafts, notes"""
    kit = runtime.context
    wishes = [ANSWER.format(question=state.question)]
    lines = findings(state.reports)
    if lines and not state.rejected:
        wishes.insert(0, FINDINGS.format(lines=lines))
    if kit.settings.may_refuse:
        wishes.append(OR_REFUSE)
    draft = written(kit.writer, state.question, state.passages, "\n".join(wishes))
    return {
        "draft": draft,
        "drafts": state.drafts + 1,
        "notes": unknown_citations(draft, state.passages),
    }


def findings(reports: Sequence[Report]) -> str:
    """What the workers found, a line each, in the order of their tasks.

    >>> print(findings([Report(2, "Who slept?", finding="Cats."), Report(1, "Who ate?")]))
    - Who slept? Cats.
    """
    lines = []
    for report in sorted(reports, key=lambda report: report.number):
        if report.finding:
            lines.append(f"- {report.query} {report.finding}")
    return "\n".join(lines)
