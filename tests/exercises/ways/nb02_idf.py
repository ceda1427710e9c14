"""02-idf: other right ways, and an answer that knows only one word."""

import math

import numpy as np


def with_a_loop(word, documents):
    having = 0
    for document in documents:
        if word in set(document):
            having += 1
    odds = (len(documents) - having + 0.5) / (having + 0.5)
    if odds < 1:
        return 0
    return math.log(odds)


def with_numpy(word, documents):
    holds = np.array([document.count(word) > 0 for document in documents])
    missing = (~holds).sum() + 0.5
    return np.maximum(0.0, np.log(missing) - np.log(holds.sum() + 0.5))


RIGHT = [with_a_loop, with_numpy]


def HARD_CODED(word, documents):
    return 1.2992829841302609
