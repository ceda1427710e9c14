"""Ask a tool over MCP for other evidence, and add it to what there is (tiny, section III.A).

The passages of the first search stay in front: they are D, the tool's are D', and the answer is
written from both. So the work on the first ones is reused. What a tool brings is data from a
stranger, which `ragkit/mcp/` bounds and checks. A tool that fails adds nothing, and a note says
why.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiny.state import TinyState
from ragkit.kit import Kit
from ragkit.screen import nothing_left


def search_over_mcp(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes passages, added, set_aside, notes, asked_web"""
    return _with_tool("search_web", state, runtime.context) | {"asked_web": True}


def look_up(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes passages, added, set_aside, notes"""
    return _with_tool("keyword_search", state, runtime.context)


def ask_tool(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes passages, added, set_aside, notes"""
    kit = runtime.context
    return _with_tool(kit.settings.mcp_tool or "", state, kit)


def _with_tool(tool: str, state: TinyState, kit: Kit) -> dict[str, Any]:
    """The passages with those that a tool found."""
    found = kit.evidence.from_tool(state.question, tool, state.passages)
    passages = [*state.passages, *found.passages]
    return {
        "passages": passages,
        "added": [passage.id for passage in found.passages],
        "set_aside": found.set_aside,
        "notes": found.notes + nothing_left(passages, found.set_aside),
    }
