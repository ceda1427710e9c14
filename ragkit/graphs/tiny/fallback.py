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
from ragkit.nodes.screen import nothing_left, screen
from ragkit.web import Found

NO_TOOLS = "no tool was asked: this kit was not made by Kit.open, and has none"
OFF = "no tool was asked: `mcp` is switched off"


def search_web(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, set_aside · writes passages, added, set_aside, notes, asked_web"""
    return _with_tool("search_web", state, runtime.context) | {"asked_web": True}


def look_up(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, set_aside · writes passages, added, set_aside, notes"""
    return _with_tool("look_up", state, runtime.context)


def ask_tool(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, set_aside · writes passages, added, set_aside, notes"""
    kit = runtime.context
    return _with_tool(kit.settings.mcp_tool or "", state, kit)


def _with_tool(tool: str, state: TinyState, kit: Kit) -> dict[str, Any]:
    """The passages with those that a tool found."""
    if not kit.settings.mcp:
        found = Found([], [OFF])
    elif kit.tools is None:
        found = Found([], [NO_TOOLS])
    else:
        found = kit.tools.ask(tool, state.question, state.passages)
    screened = screen(state.question, found.passages, kit, beside=state.passages)
    passages = [*state.passages, *screened.kept]
    return {
        "passages": passages,
        "added": [passage.id for passage in screened.kept],
        "set_aside": [*state.set_aside, *screened.set_aside],
        "notes": [*found.notes, *screened.notes, *nothing_left(passages, screened.set_aside)],
    }
