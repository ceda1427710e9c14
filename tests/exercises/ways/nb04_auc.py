"""04-auc: other right ways, and an answer that knows only one list."""

from itertools import product

import numpy as np


def with_product(odds, labels):
    true = [o for o, label in zip(odds, labels, strict=True) if label]
    false = [o for o, label in zip(odds, labels, strict=True) if not label]
    points = [(1 + np.sign(t - f)) / 2 for t, f in product(true, false)]
    return sum(points) / len(points)


def with_ranks(odds, labels):
    odds, labels = np.array(odds), np.array(labels)
    ranks = [(odds < o).sum() + ((odds == o).sum() + 1) / 2 for o in odds]
    true = labels.sum()
    return (np.array(ranks)[labels].sum() - true * (true + 1) / 2) / (true * (~labels).sum())


RIGHT = [with_product, with_ranks]


def HARD_CODED(odds, labels):
    return 0.75
