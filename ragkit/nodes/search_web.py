"""Search the web when the documents do not contain the answer (adaptive, section 4.10).

The pages go to the generator without passing the context critic, but never past the verifier. They
are treated as data: plain text, cut to a length, without orders to the model (`screen.py`). When no
provider finds anything there is no evidence, and the generator can only refuse.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.screen import nothing_left, screen
from ragkit.state import RunState
from ragkit.web import Found


def search_web(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, set_aside · writes passages, rejected, asked_web, set_aside, notes"""
    kit = runtime.context
    if kit.web is None:
        pages = Found([], ["the web was not asked: it is switched off"])
    else:
        pages = kit.web.search(state.question)
    screened = screen(state.question, pages.passages, kit)
    left = nothing_left(screened.kept, screened.set_aside)
    return {
        "passages": screened.kept,
        # No draft has been rejected yet against new evidence.
        "rejected": [],
        "asked_web": True,
        "set_aside": [*state.set_aside, *screened.set_aside],
        "notes": [*pages.notes, *screened.notes, *left],
    }
