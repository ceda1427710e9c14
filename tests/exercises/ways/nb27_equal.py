"""27-equal: another right way."""

from ragkit.course.exercises.checks.nb27_equal import nearest


def by_times(tokens, system, plain):
    own, best, least = tokens[system], None, float("inf")
    for one in plain:
        if one in tokens:
            times = max(tokens[one] / own, own / tokens[one])
            if times < least:
                best, least = one, times
    return best


RIGHT = [by_times]
ANSWER = nearest
