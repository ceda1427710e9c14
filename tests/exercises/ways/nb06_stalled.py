"""06-stalled: other right ways, and an answer that knows only one story."""

import numpy as np


def with_numpy(relevance, least):
    last = np.array(relevance[-3:], dtype=float)
    return len(last) == 3 and not np.isnan(last).any() and bool((np.diff(last) <= least).all())


def backwards(relevance, least):
    found = 0
    for place in (-1, -2):
        if len(relevance) < 3 or None in (relevance[place], relevance[place - 1]):
            return False
        found += relevance[place] - relevance[place - 1] <= least
    return found == 2


RIGHT = [with_numpy, backwards]


def HARD_CODED(relevance, least):
    return False
