"""How wrong answers of an experiment failed: by rule, or by a judge where no rule decides."""

from ragkit.evaluate.failures.cases import Outcome, outcome
from ragkit.evaluate.failures.rules import RULES, UNLABELLED
from ragkit.evaluate.failures.tally import COLUMNS, GROUPS, By, Labelled, Tally, labelled, tallies

__all__ = [
    "By",
    "COLUMNS",
    "GROUPS",
    "Labelled",
    "Outcome",
    "RULES",
    "Tally",
    "UNLABELLED",
    "labelled",
    "outcome",
    "tallies",
]
