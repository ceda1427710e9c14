"""Measures of runs and of systems, each with its interval."""

from ragkit.evaluate.measures.audit import Audit
from ragkit.evaluate.measures.components import Component, alarm, components
from ragkit.evaluate.measures.equal_tokens import nearest, tokens_by_system
from ragkit.evaluate.measures.measure import MEASURES, PRICES, Measure
from ragkit.evaluate.measures.metrics import (
    cold_calls,
    evidence_recall,
    exact,
    faithfulness,
    first_token,
    hallucinated,
    odds,
    passed,
    retry_gain,
    run_cost,
    token_f1,
    total,
)
from ragkit.evaluate.measures.outcome import WITHHELD, Outcome
from ragkit.evaluate.measures.prices import priced
from ragkit.evaluate.measures.proximity import YEARS, comparable, offered, references
from ragkit.evaluate.measures.published import PAPERS, PUBLISHED
from ragkit.evaluate.measures.risk_coverage import PRECISIONS, Curve, curve
from ragkit.evaluate.measures.routing import RATES, Rate
from ragkit.evaluate.measures.rows import BadResults, Results, Row
from ragkit.evaluate.measures.stops import Decision, decisions, stop_scores
from ragkit.evaluate.measures.summary import Difference, by_kind, by_noise, differences, scores
from ragkit.evaluate.measures.tiers import answered_from
from ragkit.evaluate.measures.value import (
    PRECISION,
    Outcomes,
    advantage,
    best_by_price,
    break_even,
    gaps_of,
    outcomes,
    precision,
    ranking,
    verdict,
)

__all__ = [
    "Audit",
    "BadResults",
    "Component",
    "Curve",
    "Decision",
    "Difference",
    "MEASURES",
    "Measure",
    "Outcome",
    "Outcomes",
    "PAPERS",
    "PRECISION",
    "PRECISIONS",
    "PRICES",
    "PUBLISHED",
    "RATES",
    "Rate",
    "Results",
    "Row",
    "WITHHELD",
    "YEARS",
    "advantage",
    "alarm",
    "answered_from",
    "best_by_price",
    "break_even",
    "by_kind",
    "by_noise",
    "cold_calls",
    "comparable",
    "components",
    "curve",
    "decisions",
    "differences",
    "evidence_recall",
    "exact",
    "faithfulness",
    "first_token",
    "gaps_of",
    "hallucinated",
    "nearest",
    "odds",
    "offered",
    "outcomes",
    "passed",
    "precision",
    "priced",
    "ranking",
    "references",
    "retry_gain",
    "run_cost",
    "scores",
    "stop_scores",
    "token_f1",
    "tokens_by_system",
    "total",
    "verdict",
]
