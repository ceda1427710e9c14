"""A study: which system to take for a folder of documents. Here are its questions."""

from ragkit.evaluate.study.halves import CHOOSE, REPORT
from ragkit.evaluate.study.questions import StudyQuestions, study_questions

__all__ = [
    "CHOOSE",
    "REPORT",
    "StudyQuestions",
    "study_questions",
]
