"""04-threshold: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb04_threshold import calibrate
from ragkit.evaluate.judging.calibration import best_threshold


def with_arrays(odds, labels):
    known = np.array([one is not None for one in odds])
    values, truth = np.array(odds, dtype=float)[known], np.array(labels)[known]
    cut = best_threshold(list(zip(values[::2].tolist(), truth[::2].tolist(), strict=True)))
    yes, real = values[1::2] >= cut, truth[1::2]
    return cut, (yes[real].mean() + (~yes[~real]).mean()) / 2


RIGHT = [with_arrays]
ANSWER = calibrate
