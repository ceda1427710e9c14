"""Experiments: every system on every question, in a folder of results."""

from ragkit.evaluate.experiments.bench import opened, outlook
from ragkit.evaluate.experiments.comparison import compare_systems, comparisons
from ragkit.evaluate.experiments.estimate import Estimate, pace
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.experiments.results import read_results

__all__ = [
    "Estimate",
    "compare_systems",
    "comparisons",
    "load_experiment",
    "opened",
    "outlook",
    "pace",
    "read_results",
]
