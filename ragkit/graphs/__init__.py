"""The systems: each builder returns an uncompiled graph, which a notebook may extend.

A system is one folder, or one file where there is only wiring, and one row of `SYSTEMS`.
"""

from ragkit.graphs.adaptive.graph import adaptive
from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.graphs.advanced.graph import advanced
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.graphs.crag.graph import crag
from ragkit.graphs.extract import extract
from ragkit.graphs.hierarchy.graph import hierarchy
from ragkit.graphs.hierarchy.state import PlanChange, SubQuestion
from ragkit.graphs.hybrid import hybrid
from ragkit.graphs.intermediate import intermediate
from ragkit.graphs.multi_agent.graph import multi_agent
from ragkit.graphs.naive import naive
from ragkit.graphs.single.graph import single
from ragkit.graphs.single.state import Action
from ragkit.graphs.systems import SYSTEMS, System, nouns
from ragkit.graphs.team.graph import team
from ragkit.graphs.tiered.graph import tiered
from ragkit.graphs.tiny.graph import tiny

__all__ = [
    "Action",
    "AdaptiveState",
    "AdvancedState",
    "PlanChange",
    "SYSTEMS",
    "SubQuestion",
    "System",
    "adaptive",
    "advanced",
    "crag",
    "extract",
    "hierarchy",
    "hybrid",
    "intermediate",
    "multi_agent",
    "naive",
    "nouns",
    "plan",
    "single",
    "team",
    "tiered",
    "tiny",
]
