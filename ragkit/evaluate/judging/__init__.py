"""Judges, measured: their thresholds, their calibration, and pairs of answers that they compare."""

from ragkit.evaluate.judging.by_price import choose_at, with_halves
from ragkit.evaluate.judging.calibration import Calibration
from ragkit.evaluate.judging.choice import Choice, choose, lacking
from ragkit.evaluate.judging.drafts import TARGETS
from ragkit.evaluate.judging.first_passes import (
    TYPICAL,
    asked,
    collect,
    corpus_name,
    graded,
    left,
    opened,
    outcomes_file,
    rows,
    why,
    why_left_out,
)
from ragkit.evaluate.judging.pairs import pairs_of
from ragkit.evaluate.judging.pairwise import PairwiseJudge
from ragkit.evaluate.judging.preferences import Asker, Preference, ask_pairs, kept
from ragkit.evaluate.judging.reliability import Bin
from ragkit.evaluate.judging.win_rates import CHANCE, Comparison, comparison, doubts, summary

__all__ = [
    "Asker",
    "Bin",
    "CHANCE",
    "Calibration",
    "Choice",
    "Comparison",
    "PairwiseJudge",
    "Preference",
    "TARGETS",
    "TYPICAL",
    "ask_pairs",
    "asked",
    "choose",
    "choose_at",
    "collect",
    "comparison",
    "corpus_name",
    "doubts",
    "graded",
    "kept",
    "lacking",
    "left",
    "opened",
    "outcomes_file",
    "pairs_of",
    "rows",
    "summary",
    "why",
    "why_left_out",
    "with_halves",
]
