"""Every number and name that a user may change.

There is a file for each room that uses them, and the class `Settings`, which has them all.

- model: which model runs where, how, and at what price
- jobs: which model does which job, in each tier
- documents: how documents are cut, and where indexes and model files are kept
- depth: how deep a search is, and which row of `DEPTHS` is in force
- search: how passages are found, and what is remembered of earlier runs
- screen: what of the passages is set aside because it may be hostile
- critics: which judge is used, and the thresholds that evidence and drafts have to pass
- web: which sources are used beyond the documents
- tiers: when a tier is trusted, and what the gate in front of them stops
- advanced: the gates of `advanced`, its two-stage reranking, and asking back
- mcp: which tool is called when the evidence falls short, and within which bounds
- conversation: how a follow-up becomes a search
- course: where the progress in the exercises is kept
- marks: what other rooms need to know about a setting
"""

from ragkit.settings.critics import JudgeName
from ragkit.settings.depth import DEPTHS, FUSED_KEEPS, RERANK_KEEPS, Depth, DepthInForce
from ragkit.settings.in_force import BY_USER, DEFAULT, Value, lines
from ragkit.settings.jobs import ModelsInForce, models_in_force
from ragkit.settings.marks import Mark, Off, Slider
from ragkit.settings.model import PRICES, TIERS, Job, Price, Provider, Tier
from ragkit.settings.search import DEFAULT_RERANKER, NO_RERANKER
from ragkit.settings.settings import Settings
from ragkit.settings.web import WebSettings, WebSource

__all__ = [
    "BY_USER",
    "DEFAULT",
    "DEFAULT_RERANKER",
    "DEPTHS",
    "Depth",
    "DepthInForce",
    "FUSED_KEEPS",
    "Job",
    "JudgeName",
    "Mark",
    "ModelsInForce",
    "NO_RERANKER",
    "Off",
    "PRICES",
    "Price",
    "Provider",
    "RERANK_KEEPS",
    "Settings",
    "Slider",
    "TIERS",
    "Tier",
    "Value",
    "WebSettings",
    "WebSource",
    "lines",
    "models_in_force",
]
