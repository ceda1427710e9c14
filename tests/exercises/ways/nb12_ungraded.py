"""12-ungraded: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb12_ungraded import score


def with_numpy(grades):
    values = np.array(grades, dtype=float)
    known = values[~np.isnan(values)]
    mean = known.mean() if len(known) else np.nan
    return [mean, known.size, np.isnan(values).sum()]


RIGHT = [with_numpy]
ANSWER = score
