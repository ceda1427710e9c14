"""26-three: another right way."""

import math

from ragkit.course.exercises.checks.nb26_three import needed


def by_logarithm(share, doubt):
    return math.ceil(math.log(doubt) / math.log1p(-share))


RIGHT = [by_logarithm]
ANSWER = needed
