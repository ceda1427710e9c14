"""Experiments: every system on every question, in a folder of results."""

from ragkit.evaluate.experiments.bench import opened
from ragkit.evaluate.experiments.comparison import compare_systems, comparisons
from ragkit.evaluate.experiments.estimate import Estimate, calibrated
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.experiments.outlooks import outlook, outlook_unopened
from ragkit.evaluate.experiments.results import read_results

__all__ = [
    "Estimate",
    "calibrated",
    "compare_systems",
    "comparisons",
    "load_experiment",
    "opened",
    "outlook",
    "outlook_unopened",
    "read_results",
]
