"""06-stalled: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb06_stalled import named


def with_numpy(relevance, least):
    last = np.array(relevance[-3:], dtype=float)
    return len(last) == 3 and not np.isnan(last).any() and bool((np.diff(last) <= least).all())


RIGHT = [with_numpy]
ANSWER = named
