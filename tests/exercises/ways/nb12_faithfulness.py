"""12-faithfulness: other right ways, and an answer that knows only one mean."""

import numpy as np


def with_a_loop(supports):
    total = 0
    for support in supports:
        if support is None:
            return None
        total += support
    return total / len(supports) if supports else None


def with_numpy(supports):
    grades = np.array(supports, dtype=float)
    if len(grades) == 0 or np.isnan(grades).any():
        return None
    return grades.mean()


RIGHT = [with_a_loop, with_numpy]


def HARD_CODED(supports):
    return 0.75
