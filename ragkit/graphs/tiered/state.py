"""The state of the tiered graph: what memory gave, which tiers are left, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ragkit.documents.tiers import Tier
from ragkit.graphs.tiered.gate.state import GateState

Fate = Literal["kept", "noise", "irrelevant", "contradicted"]
"""What the context filter decided about a passage."""


@dataclass(frozen=True)
class Sifted:
    """A passage that a tier brought, and whether it became evidence."""

    id: str
    fate: Fate
    odds: float | None = None
    """The probability that it helps to answer; None where it was not judged."""
    why: str = ""
    """Why it was left out; empty when it was kept."""

    def __str__(self) -> str:
        odds = "" if self.odds is None else f" ({self.odds:.2f})"
        why = f": {self.why}" if self.why else ""
        return f"{self.id} {self.fate}{odds}{why}"


@dataclass(kw_only=True)
class TieredState(GateState):
    """The state of `tiered`."""

    exit_bar: float | None = None
    """The score from which an answer from memory goes out; None: never. Written by: recall."""
    recalled: str = ""
    """The answer from memory, before anything was read. Written by: recall."""
    violations: list[str] = field(default_factory=list)
    """What of the question the answer from memory does not respect.

    Written by: check_constraints.
    """
    intrinsic: float | None = None
    """The closed-book critic's score of the answer from memory, in [0, 1]; None: not judged.

    Written by: closed_book_critic.
    """
    similarities: dict[str, float] = field(default_factory=dict)
    """How similar the question is to each archive. Written by: detect_domain."""
    tiers: list[Tier] = field(default_factory=list)
    """The tiers that this question may be asked of, in order. Written by: detect_domain."""
    asked: list[str] = field(default_factory=list)
    """The names of the tiers that were asked, oldest first.

    Written by: search_archive, search_web.
    """
    sifted: list[Sifted] = field(default_factory=list)
    """What became of each passage of the last tier. Written by: filter_context."""


def next_tier(tiers: Sequence[Tier], asked: Sequence[str]) -> Tier | None:
    """The first tier that was not asked yet; None when all were.

    >>> rivers, web = Tier("rivers"), Tier("web", "web")
    >>> next_tier([rivers, web], ["rivers"]).archive, next_tier([rivers, web], ["rivers", "web"])
    ('web', None)
    """
    for tier in tiers:
        if tier.archive not in asked:
            return tier
    return None


def last_tier(tiers: Sequence[Tier], asked: Sequence[str]) -> Tier | None:
    """The tier that was asked last; None before the first one."""
    for tier in tiers:
        if asked and tier.archive == asked[-1]:
            return tier
    return None
