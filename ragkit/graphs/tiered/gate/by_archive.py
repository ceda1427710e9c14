"""The gate of answerability, looking where the first tier will look (tiered, section 5.3).

What a gate asks about the evidence begins with all of it. So it looks into the archive that is
asked first, and what it has read there is not read again by the filter.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.detect_domain import first_archive
from ragkit.graphs.tiered.gate.answerability import check
from ragkit.graphs.tiered.state import TieredState
from ragkit.kit import Kit


def answerability_by_archive(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, passages · writes gate, passages, notes"""
    kit = runtime.context
    return check(state, kit, first_archive(state.question, kit))
