"""Do one task: search, and answer its question from what was found (teams).

A worker sees its task and its own evidence, and nothing else of the run. It is the worker of
`multi_agent`, which also answers. Nobody rewords what it says: it is joined by rule.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.multi_agent.state import Report, Task
from ragkit.graphs.multi_agent.worker import worker
from ragkit.kit import Kit
from ragkit.model.errors import ChatFailed
from ragkit.nodes.generate import write_answer
from ragkit.state import REFUSAL
from ragkit.text.one_line import first_line
from ragkit.text.sentences import without_citations

READS = 3
"""Number of its best passages that a worker reads."""
FAILED = "worker {number} found passages, but could not answer from them: {failed}"


def find_out(state: Task, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads number, query, depth, folder · writes reports, set_aside, notes"""
    wrote = worker(state, runtime)
    (report,) = wrote["reports"]
    if report.failed:
        return wrote
    answered, note = with_finding(runtime.context, report)
    return wrote | {"reports": [answered], "notes": [*wrote["notes"], *([note] if note else [])]}


def with_finding(kit: Kit, report: Report) -> tuple[Report, str]:
    """A report with what the worker answers, and a note where the model failed."""
    try:
        text = write_answer(kit.writer, report.query, report.passages[:READS])
    except ChatFailed as error:
        failed = first_line(error)
        return replace(report, failed=failed), FAILED.format(number=report.number, failed=failed)
    finding = "" if text == REFUSAL else without_citations(text)
    return replace(report, finding=finding), ""
