"""Ask the next tier: an archive of the documents, or the web (tiered, phase II).

A tier may be anything, so it may fail in any way. Whatever it raises, and when it takes longer than
`tier_timeout`, it counts as having found nothing, and a note says why. What it finds is data from
outside: it is quoted, numbered and judged, and never obeyed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from ragkit.disk.room import NoRoom
from ragkit.graphs.tiered.state import TieredState, next_tier
from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.evidence_size import within as fitting
from ragkit.state import Passage
from ragkit.text.one_line import first_line
from ragkit.web import Found
from ragkit.web.timeout import within


def search_archive(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, tiers, asked · writes passages, rejected, asked, notes"""
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    assert tier is not None  # else the policy does not come here
    folder = tier.archive if tier.reach == "folder" else ""
    depth = depth_of(state.depth, kit.settings)

    def ask() -> Found:
        fused = kit.retriever.hybrid(state.question, depth, folder)["fused"]
        return Found(fitting(fused[: depth.final], depth.tokens))

    found = guarded(tier.archive, ask, kit.settings.tier_timeout)
    return _evidence(found, [*state.asked, tier.archive])


def search_web(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, tiers, asked · writes passages, rejected, asked, notes, asked_web"""
    kit = runtime.context
    tier = next_tier(state.tiers, state.asked)
    name = tier.archive if tier else "web"
    web = kit.web
    found = Found([], ["the web was not asked: it is switched off"])
    if web is not None:
        found = guarded(name, lambda: web.search(state.question), kit.settings.tier_timeout)
    return _evidence(found, [*state.asked, name]) | {"asked_web": True}


def guarded(name: str, ask: Callable[[], Found], seconds: float) -> Found:
    """What a tier finds; nothing, with a note that says why, when it fails or takes too long."""
    try:
        return within(seconds, ask)
    except NoRoom:
        # The disk is full for every tier, and the user has to know.
        raise
    except TimeoutError:
        return Found([], [f"tier {name}: no reply within {seconds:g} s"])
    except Exception as error:  # noqa: BLE001
        return Found([], [f"tier {name}: it could not be asked: {first_line(error)}"])


def _evidence(found: Found, asked: list[str]) -> dict[str, Any]:
    """New evidence, against which no draft has been rejected yet."""
    passages: list[Passage] = found.passages
    notes = list(found.notes)
    if not passages:
        notes.append(f"tier {asked[-1]}: it found nothing")
    return {"passages": passages, "rejected": [], "asked": asked, "notes": notes}
