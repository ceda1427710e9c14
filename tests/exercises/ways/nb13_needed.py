"""13-needed: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb13_needed import needed
from ragkit.score import Z


def with_numpy(apart):
    if len(apart) < 2 or np.mean(apart) == 0:
        return None
    n = Z**2 * np.var(apart, ddof=1) / np.mean(apart) ** 2
    return int(max(2, np.ceil(n)))


RIGHT = [with_numpy]
ANSWER = needed
