"""29-best: another right way."""

from ragkit.course.exercises.checks.nb29_best import best


def by_sorting(candidates, threshold):
    (lines,) = [text for text, _, copied in candidates if copied]
    judged = [one for one in candidates if not one[2] and one[1] is not None]
    ranked = sorted(judged, key=lambda one: one[1], reverse=True)
    return ranked[0][0] if ranked and not ranked[0][1] < threshold else lines


RIGHT = [by_sorting]
ANSWER = best
