"""Ask the next tier: an archive of the documents, or the web (tiered, phase II).

A tier may be anything, so it may fail in any way. Whatever it raises, and when it takes longer than
`tier_timeout`, it counts as having found nothing, and a note says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.in_time import in_time
from ragkit.graphs.tiered.state import TieredState, next_tier
from ragkit.kit import Kit
from ragkit.state import Found


def search_archive(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, tiers, asked · writes passages, rejected, asked, set_aside, notes"""
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    assert tier is not None  # else the policy does not come here
    folder = tier.archive if tier.reach == "folder" else ""

    def search() -> Found:
        return kit.evidence.archive(state.question, state.depth, folder)

    return _asked(tier.archive, search, state, kit)


def search_web_tier(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, tiers, asked · writes passages, rejected, asked, set_aside, notes,
    asked_web
    """
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    name = tier.archive if tier else "web"

    def search() -> Found:
        return kit.evidence.from_web(state.question)

    return _asked(name, search, state, kit) | {"asked_web": True}


def _asked(name: str, search: Callable[[], Found], state: TieredState, kit: Kit) -> dict[str, Any]:
    """New evidence, against which no draft has been rejected yet."""
    found, fault = in_time(search, kit.settings.tier_timeout, Found([]))
    notes = [*found.notes]
    if not found.passages and not found.set_aside:
        notes.append(f"tier {name}: {fault or 'it found nothing'}")
    return {
        "passages": found.passages,
        "rejected": [],
        "asked": [*state.asked, name],
        "set_aside": found.set_aside,
        "notes": notes,
    }
