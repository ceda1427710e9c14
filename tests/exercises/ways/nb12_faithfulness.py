"""12-faithfulness: another right way, and an answer that knows only one mean."""

import numpy as np


def with_numpy(supports):
    grades = np.array(supports, dtype=float)
    if len(grades) == 0 or np.isnan(grades).any():
        return None
    return grades.mean()


RIGHT = [with_numpy]


def HARD_CODED(supports):
    return 0.75
