"""26-three: another right way."""

import math


def by_logarithm(share, doubt):
    return math.ceil(math.log(doubt) / math.log1p(-share))


RIGHT = [by_logarithm]
