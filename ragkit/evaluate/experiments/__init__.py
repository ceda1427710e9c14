"""Experiments: every system on every question, in a folder of results."""

from ragkit.evaluate.experiments.baseline import read_baseline, settings_of, watched
from ragkit.evaluate.experiments.bench import make, opened
from ragkit.evaluate.experiments.comparison import compare_systems, comparisons
from ragkit.evaluate.experiments.estimate import Estimate, calibrated
from ragkit.evaluate.experiments.experiment import (
    Experiment,
    System,
    experiment_of,
    load_experiment,
)
from ragkit.evaluate.experiments.gate import (
    BASELINE,
    NOW,
    AnswerChange,
    BaselineComparison,
    compare_with_baseline,
    questions_to_see,
)
from ragkit.evaluate.experiments.jobs import all_jobs, secrets
from ragkit.evaluate.experiments.outlooks import outlook, outlook_unopened
from ragkit.evaluate.experiments.results import only, open_results, read_results

__all__ = [
    "AnswerChange",
    "BASELINE",
    "BaselineComparison",
    "Estimate",
    "Experiment",
    "NOW",
    "System",
    "all_jobs",
    "calibrated",
    "compare_systems",
    "compare_with_baseline",
    "comparisons",
    "experiment_of",
    "load_experiment",
    "make",
    "only",
    "open_results",
    "opened",
    "outlook",
    "outlook_unopened",
    "questions_to_see",
    "read_baseline",
    "read_results",
    "secrets",
    "settings_of",
    "watched",
]
