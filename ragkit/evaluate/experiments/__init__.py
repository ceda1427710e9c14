"""Experiments: every system on every question, in a folder of results."""

from ragkit.evaluate.experiments.baseline import read_baseline, settings_of, watched
from ragkit.evaluate.experiments.bench import opened
from ragkit.evaluate.experiments.comparison import compare_systems, comparisons
from ragkit.evaluate.experiments.estimate import Estimate, calibrated
from ragkit.evaluate.experiments.experiment import Experiment, load_experiment
from ragkit.evaluate.experiments.gate import (
    BASELINE,
    NOW,
    AnswerChange,
    BaselineComparison,
    compare_with_baseline,
    questions_to_see,
)
from ragkit.evaluate.experiments.outlooks import outlook, outlook_unopened
from ragkit.evaluate.experiments.results import read_results

__all__ = [
    "AnswerChange",
    "BASELINE",
    "BaselineComparison",
    "Estimate",
    "Experiment",
    "NOW",
    "calibrated",
    "compare_systems",
    "compare_with_baseline",
    "comparisons",
    "load_experiment",
    "opened",
    "outlook",
    "outlook_unopened",
    "questions_to_see",
    "read_baseline",
    "read_results",
    "settings_of",
    "watched",
]
