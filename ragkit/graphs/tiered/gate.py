"""The gate of answerability, looking where the first tier will look (tiered, section 5.3).

What a gate asks about the evidence begins with all of it. So it looks into the archive that is
asked first, and what it has read there is not read again by the filter. In graphs without tiers it
looks into all documents (`nodes/answerability.py`).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.detect_domain import belonging, in_order
from ragkit.graphs.tiered.state import TieredState
from ragkit.kit import Kit
from ragkit.nodes.answerability import gated


def answerability(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, passages · writes gate, passages, notes"""
    kit = runtime.context
    return gated(state, kit, first_archive(state.question, kit))


def first_archive(question: str, kit: Kit) -> str:
    """The folder that is asked first about a question; empty where that is none."""
    _, domains, _ = belonging(question, kit)
    tiers = in_order(kit.tiers, domains, has_web=False)
    if tiers and tiers[0].reach == "folder":
        return tiers[0].archive
    return ""
