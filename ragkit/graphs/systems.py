"""Every system of the kit, one row each.

The command line, experiments, widgets and the README all read this table. Add a system of your own
with `SYSTEMS["mine"] = System(...)`; nothing else has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from langgraph.graph import StateGraph

from ragkit.graphs.adaptive.graph import EXTRA, PARTS, adaptive
from ragkit.graphs.advanced.graph import PARTS as PARTS_OF_ADVANCED
from ragkit.graphs.advanced.graph import advanced
from ragkit.graphs.crag.graph import crag
from ragkit.graphs.extract import extract
from ragkit.graphs.hierarchy.graph import hierarchy
from ragkit.graphs.hybrid import EXTRA as EXTRA_OF_HYBRID
from ragkit.graphs.hybrid import hybrid
from ragkit.graphs.intermediate import intermediate
from ragkit.graphs.multi_agent.graph import multi_agent
from ragkit.graphs.naive import naive
from ragkit.graphs.single.graph import single
from ragkit.graphs.team.graph import team
from ragkit.graphs.tiered.graph import tiered
from ragkit.graphs.tiny.graph import tiny
from ragkit.model.meter import Usage
from ragkit.watched import nouns_in


@dataclass(frozen=True)
class System:
    """One system: its builder, a description, and its typical cost."""

    build: Callable[..., StateGraph[Any, Any, Any, Any]]
    """Returns the uncompiled graph; a system with parts takes `without=...`, and `extra=...`."""
    line: str
    """What the system does, in one line for users."""
    typical: Usage
    """Usage for one question: rounded means of the ablation, or of the experiment that asked it."""
    parts: tuple[str, ...] = ()
    """The parts that `build` can leave out."""
    extra: tuple[str, ...] = ()
    """The parts that `build` adds when it is asked to."""


SYSTEMS: dict[str, System] = {
    "extract": System(
        extract,
        "retrieves like hybrid and copies the best sentences and rows, without a model",
        Usage(),
    ),
    "naive": System(
        naive,
        "retrieves the nearest passages and writes an answer",
        Usage(calls=1, evaluated=570, generated=46),
    ),
    "hybrid": System(
        hybrid,
        "retrieves by vectors and by words, fuses both rankings, answers, quotes other documents",
        Usage(calls=2, evaluated=900, reused=50, generated=37),
        extra=EXTRA_OF_HYBRID,
    ),
    "crag": System(
        crag,
        "grades the evidence first; if it falls short, searches again (`retry`) or asks the web",
        Usage(calls=4, evaluated=860, reused=2_200, generated=33),
    ),
    "tiny": System(
        tiny,
        "lets the evidence pass by one token, or asks a tool over MCP for more before it answers",
        Usage(calls=2, evaluated=930, reused=760, generated=39),
    ),
    "tiered": System(
        tiered,
        "checks the premise, answers from memory if it may, then from archives tier by tier, then "
        "the web",
        Usage(calls=10, evaluated=1_200, reused=6_310, generated=52),
    ),
    "adaptive": System(
        adaptive,
        "plans, hops to a second search, grades the evidence, verifies the draft, remembers "
        "failures",
        Usage(calls=6, evaluated=1_190, reused=3_600, generated=43),
        PARTS,
        EXTRA,
    ),
    "basic": System(
        naive,
        "is `naive`, under the name that it has among the four architectures of (advanced)",
        Usage(calls=1, evaluated=560, generated=55),
    ),
    "intermediate": System(
        intermediate,
        "searches in four wordings by vectors and words, fuses by rank, reranks, answers",
        Usage(calls=2, evaluated=800, generated=140),
    ),
    "advanced": System(
        advanced,
        "holds a conversation: picks how to search, gates evidence and draft, may ask back",
        Usage(calls=16, evaluated=2_060, reused=9_330, generated=254),
        PARTS_OF_ADVANCED,
    ),
    "multi_agent": System(
        multi_agent,
        "splits a complex question among parallel workers, covers its parts, verifies the draft",
        Usage(calls=7, evaluated=1_440, reused=3_430, generated=131),
    ),
    "single": System(
        single,
        "one agent with three tools: routes, searches, grades, drafts, verifies, up to three times",
        Usage(calls=20, evaluated=2_390, reused=16_530, generated=132),
    ),
    "team": System(
        team,
        "an orchestrator gives parts to parallel workers, joins what they find, verifies the draft",
        Usage(calls=12, evaluated=2_620, reused=4_470, generated=289),
    ),
    "hierarchy": System(
        hierarchy,
        "a planner asks sub-agents one by one, and changes its plan by what they find",
        Usage(calls=18, evaluated=3_120, reused=6_200, generated=336),
    ),
}
"""The systems by name, from the simplest to the most complete."""


def nouns() -> dict[str, type]:
    """The dataclasses in the states of all systems, by name.

    Only these may be in a saved run or a checkpoint.

    >>> names = sorted(nouns())
    >>> print(*names[:9])
    Action Answerability Choice Claim Complexity FollowUp Grade Memory Passage
    >>> print(*names[9:])
    PlanChange Report Rule SetAside Sifted Strategy SubQuestion Task Tier Turn
    """
    systems = tuple(SYSTEMS.values())
    return _nouns(systems)


@cache
def _nouns(systems: tuple[System, ...]) -> dict[str, type]:
    found: dict[str, type] = {}
    for system in systems:
        found |= nouns_in(system.build().state_schema)
    return found
