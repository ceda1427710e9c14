"""Do one task: search for its query, and report (advanced, multi-agent tier).

A worker sees its task and nothing else, so that workers can run side by side. One that fails says
so in its report, and the others go on.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.disk.room import NoRoom
from ragkit.graphs.multi_agent.state import Report, Task
from ragkit.kit import Kit
from ragkit.model.recording import RecordingError
from ragkit.state import Found
from ragkit.text.one_line import first_line


def worker(state: Task, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads number, query, depth, folder · writes reports, set_aside, notes"""
    try:
        found = searched(runtime.context, state)
    except (NoRoom, RecordingError):
        # A full disk or a missing reply concerns the whole run, and the user has to know.
        raise
    except Exception as error:  # noqa: BLE001
        failed = first_line(error)
        note = f"worker {state.number} failed, and the others go on: {failed}"
        report = Report(state.number, state.query, failed=failed)
        return {"reports": [report], "set_aside": [], "notes": [note]}
    report = Report(state.number, state.query, tuple(found.passages))
    return {"reports": [report], "set_aside": found.set_aside, "notes": found.notes}


def searched(kit: Kit, task: Task) -> Found:
    """What a search for the query of a task finds, in its archive or in all documents."""
    if task.folder:
        return kit.evidence.archive(task.query, task.depth, task.folder)
    return kit.evidence.hybrid(task.query, task.query, task.depth)
