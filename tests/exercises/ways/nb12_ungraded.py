"""12-ungraded: other right ways, and an answer that knows only the example of the notebook."""

import math

import numpy as np


def with_a_loop(grades):
    total, graded, ungraded = 0, 0, 0
    for grade in grades:
        if grade is None:
            ungraded += 1
        else:
            total += grade
            graded += 1
    return (total / graded if graded else math.nan), graded, ungraded


def with_numpy(grades):
    values = np.array(grades, dtype=float)
    known = values[~np.isnan(values)]
    mean = known.mean() if len(known) else np.nan
    return [mean, known.size, np.isnan(values).sum()]


RIGHT = [with_a_loop, with_numpy]


def HARD_CODED(grades):
    return 0.5, 2, 1
