"""A study: which system to take for a folder of documents, and whether an agent is worth it."""

from ragkit.evaluate.study.finding import FEW, Finding, Gap, found
from ragkit.evaluate.study.halves import CHOOSE, REPORT, Halves
from ragkit.evaluate.study.mix import SHARE
from ragkit.evaluate.study.plan import (
    MINUTES,
    USUAL,
    is_planned,
    keep_apart,
    over,
    plan,
    planned,
    price_of,
)
from ragkit.evaluate.study.questions import StudyQuestions, study_questions
from ragkit.evaluate.study.race import ENOUGH, Standing, next_of_all, next_run, standings
from ragkit.evaluate.study.study import (
    DRAFTS,
    UNCHANGED,
    Progress,
    Show,
    conduct,
    write_questions,
)

__all__ = [
    "CHOOSE",
    "DRAFTS",
    "ENOUGH",
    "FEW",
    "Finding",
    "Gap",
    "Halves",
    "MINUTES",
    "Progress",
    "REPORT",
    "SHARE",
    "Show",
    "Standing",
    "StudyQuestions",
    "UNCHANGED",
    "USUAL",
    "conduct",
    "found",
    "is_planned",
    "keep_apart",
    "next_of_all",
    "next_run",
    "over",
    "plan",
    "planned",
    "price_of",
    "standings",
    "study_questions",
    "write_questions",
]
