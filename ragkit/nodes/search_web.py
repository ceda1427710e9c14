"""Search the web when the documents do not contain the answer (adaptive, section 4.10).

The pages go to the generator without passing the context critic, but never past the verifier. They
are treated as data: plain text, cut to a length, without orders to the model (`ragkit/screen/`).
When no provider finds anything there is no evidence, and the generator can only refuse.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.screen import nothing_left
from ragkit.state import RunState


def search_web(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes passages, rejected, asked_web, set_aside, notes"""
    found = runtime.context.evidence.from_web(state.question)
    return {
        "passages": found.passages,
        # No draft has been rejected yet against new evidence.
        "rejected": [],
        "asked_web": True,
        "set_aside": found.set_aside,
        "notes": found.notes + nothing_left(found.passages, found.set_aside),
    }
