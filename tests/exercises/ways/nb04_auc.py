"""04-auc: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb04_auc import scaled


def with_ranks(odds, labels):
    odds, labels = np.array(odds), np.array(labels)
    ranks = [(odds < o).sum() + ((odds == o).sum() + 1) / 2 for o in odds]
    true = labels.sum()
    return (np.array(ranks)[labels].sum() - true * (true + 1) / 2) / (true * (~labels).sum())


RIGHT = [with_ranks]
ANSWER = scaled
