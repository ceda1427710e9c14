"""04-auc: another right way, and an answer that knows only one list."""

import numpy as np


def with_ranks(odds, labels):
    odds, labels = np.array(odds), np.array(labels)
    ranks = [(odds < o).sum() + ((odds == o).sum() + 1) / 2 for o in odds]
    true = labels.sum()
    return (np.array(ranks)[labels].sum() - true * (true + 1) / 2) / (true * (~labels).sum())


RIGHT = [with_ranks]


def HARD_CODED(odds, labels):
    return 0.75
