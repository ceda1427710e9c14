"""12-faithfulness: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb12_faithfulness import faithfulness


def with_numpy(supports):
    grades = np.array(supports, dtype=float)
    if len(grades) == 0 or np.isnan(grades).any():
        return None
    return grades.mean()


RIGHT = [with_numpy]
ANSWER = faithfulness
