"""A study: which system to take for a folder of documents, and whether an agent is worth it."""

from ragkit.evaluate.study.finding import FEW, Finding, Gap
from ragkit.evaluate.study.halves import CHOOSE, REPORT
from ragkit.evaluate.study.mix import SHARE
from ragkit.evaluate.study.plan import (
    MINUTES,
    USUAL,
    is_planned,
    keep_apart,
    plan,
    planned,
    price_of,
)
from ragkit.evaluate.study.questions import StudyQuestions, study_questions
from ragkit.evaluate.study.race import ENOUGH, Standing
from ragkit.evaluate.study.study import DRAFTS, Progress, Show, conduct, write_questions

__all__ = [
    "CHOOSE",
    "DRAFTS",
    "ENOUGH",
    "FEW",
    "Finding",
    "Gap",
    "MINUTES",
    "Progress",
    "REPORT",
    "SHARE",
    "Show",
    "Standing",
    "StudyQuestions",
    "USUAL",
    "conduct",
    "is_planned",
    "keep_apart",
    "plan",
    "planned",
    "price_of",
    "study_questions",
    "write_questions",
]
