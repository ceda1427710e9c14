"""Phase II: which tiers is a question asked of, and in which order?

The domain detector names the archives that the question belongs to, or none (tiered;
`search/domains.py`). Cheaper tiers come first, and of equal ones the archive that is more similar.
Where a similar question failed before, because nothing was found, the archives are left out
(adaptive, section 4.9).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.documents.tiers import Tier
from ragkit.graphs.tiered.in_time import in_time
from ragkit.graphs.tiered.state import TieredState
from ragkit.kit import Kit
from ragkit.search.domains import MARGIN, detected
from ragkit.settings import Settings


def detect_domain(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes similarities, tiers, notes"""
    kit = runtime.context
    similarities, domains, fault = belonging(state.question, kit)
    tiers = in_order(kit.tiers, domains, has_web=kit.web is not None)
    notes = [f"the domain detector: {fault}"] if fault else []
    if similarities and not domains:
        notes.append("the question belongs to none of the archives")
    if failed_before(state.question, kit):
        tiers = [tier for tier in tiers if tier.reach == "web"]
        notes.append("a similar question found nothing in the documents before: they are not asked")
    return {"similarities": similarities, "tiers": tiers, "notes": notes}


def belonging(question: str, kit: Kit) -> tuple[dict[str, float], list[str], str]:
    """How similar a question is to each archive, those that it belongs to, and what went wrong."""
    settings = kit.settings
    none: dict[str, float] = {}
    similarities, fault = in_time(
        lambda: kit.domains.similarities(question), settings.tier_timeout, none
    )
    needed = thresholds(kit.tiers, settings)
    return similarities, detected(similarities, needed, MARGIN), fault


def thresholds(tiers: Sequence[Tier], settings: Settings) -> dict[str, float]:
    """The similarity that a question needs to belong to each archive."""
    found = {}
    for tier in tiers:
        own = tier.belongs_from
        found[tier.archive] = settings.domain_from if own is None else own
    return found


def in_order(tiers: Sequence[Tier], domains: Sequence[str], has_web: bool) -> list[Tier]:
    """The tiers that a question may be asked of: the cheapest first, then the most similar archive.

    `domains` are the archives that it belongs to, the most similar first.

    >>> rows = [Tier("rivers"), Tier("leagues"), Tier("web", "web", cost=9), Tier("me", "memory")]
    >>> [tier.archive for tier in in_order(rows, ["leagues", "rivers"], has_web=True)]
    ['leagues', 'rivers', 'web']
    """
    rank = {name: place for place, name in enumerate(domains)}
    is_open = {"memory": False, "corpus": True, "web": has_web}
    left = []
    for tier in tiers:
        if is_open.get(tier.reach, tier.archive in rank):
            left.append(tier)
    return sorted(left, key=lambda tier: (tier.cost, rank.get(tier.archive, len(rank))))


def failed_before(question: str, kit: Kit) -> bool:
    """Whether the documents had nothing for a similar question in an earlier run."""
    if kit.memory is None:
        return False
    memories = kit.memory.match(question)
    return any(memory.mode == "not in the corpus" for memory in memories)


def first_archive(question: str, kit: Kit) -> str:
    """The folder that is asked first about a question; empty where that is none."""
    _, domains, _ = belonging(question, kit)
    tiers = in_order(kit.tiers, domains, has_web=False)
    if tiers and tiers[0].reach == "folder":
        return tiers[0].archive
    return ""
