"""Ask the next tier: an archive of the documents, or the web (tiered, phase II).

A tier may be anything, so it may fail in any way. Whatever it raises, and when it takes longer than
`tier_timeout`, it counts as having found nothing, and a note says why. What it finds is data from
outside: it passes the door of the evidence (`nodes/screen.py`), is quoted, numbered and judged, and
never obeyed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiered.state import TieredState, next_tier
from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.evidence_size import within
from ragkit.nodes.guarded import guarded
from ragkit.nodes.screen import screen
from ragkit.web import Found


def search_archive(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, tiers, asked, set_aside · writes passages, rejected, asked,
    set_aside, notes
    """
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    assert tier is not None  # else the policy does not come here
    folder = tier.archive if tier.reach == "folder" else ""
    depth = depth_of(state.depth, kit.settings)

    def ask() -> Found:
        rankings = kit.retriever.hybrid(state.question, depth, folder)
        best = rankings["fused"][: depth.final]
        return Found(within(best, depth.tokens))

    return _evidence(tier.archive, ask, state, kit)


def search_web(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, tiers, asked, set_aside · writes passages, rejected, asked, set_aside,
    notes, asked_web
    """
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    name = tier.archive if tier else "web"
    web = kit.web

    def ask() -> Found:
        if web is None:
            return Found([], ["the web was not asked: it is switched off"])
        return web.search(state.question)

    return _evidence(name, ask, state, kit) | {"asked_web": True}


def _evidence(name: str, ask: Callable[[], Found], state: TieredState, kit: Kit) -> dict[str, Any]:
    """New evidence, against which no draft has been rejected yet."""
    found, fault = guarded(ask, kit.settings.tier_timeout, Found([]))
    notes = [*found.notes]
    if not found.passages:
        notes.append(f"tier {name}: {fault or 'it found nothing'}")
    screened = screen(state.question, found.passages, kit)
    return {
        "passages": screened.kept,
        "rejected": [],
        "asked": [*state.asked, name],
        "set_aside": [*state.set_aside, *screened.set_aside],
        "notes": [*notes, *screened.notes],
    }
