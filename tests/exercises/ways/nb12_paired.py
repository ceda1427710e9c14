"""12-paired: another right way."""

from ragkit.course.exercises.checks.nb12_paired import shown
from ragkit.score import difference


def with_the_kit(ours, theirs):
    both = sorted(set(ours) & set(theirs))
    if len(both) < 2:
        return False
    apart = difference([ours[q] for q in both], [theirs[q] for q in both])
    return not apart.low <= 0 <= apart.high


RIGHT = [with_the_kit]
ANSWER = shown
