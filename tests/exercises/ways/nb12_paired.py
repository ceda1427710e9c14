"""12-paired: other right ways, and an answer that knows only the example of the notebook."""

from statistics import fmean, stdev

import numpy as np

from ragkit.score import difference


def with_the_kit(ours, theirs):
    both = sorted(set(ours) & set(theirs))
    if len(both) < 2:
        return False
    apart = difference([ours[q] for q in both], [theirs[q] for q in both])
    return not apart.low <= 0 <= apart.high


def with_the_standard_error(ours, theirs):
    gaps = [ours[question] - theirs[question] for question in theirs if question in ours]
    if len(gaps) < 2:
        return False
    return np.abs(fmean(gaps)) > 2 * stdev(gaps) / len(gaps) ** 0.5


RIGHT = [with_the_kit, with_the_standard_error]


def HARD_CODED(ours, theirs):
    return True
