"""13-needed: other right ways, and an answer that knows only one number."""

import numpy as np

from ragkit.score import Z


def with_numpy(apart):
    if len(apart) < 2 or np.mean(apart) == 0:
        return None
    n = Z**2 * np.var(apart, ddof=1) / np.mean(apart) ** 2
    return int(max(2, np.ceil(n)))


def by_hand(apart):
    count = len(apart)
    if count < 2 or sum(apart) == 0:
        return None
    mean = sum(apart) / count
    variance = sum((one - mean) ** 2 for one in apart) / (count - 1)
    wanted = Z * Z * variance / (mean * mean)
    number = 2
    while number < wanted:
        number += 1
    return number


RIGHT = [with_numpy, by_hand]


def HARD_CODED(apart):
    return 32
