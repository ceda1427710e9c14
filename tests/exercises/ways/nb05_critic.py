"""05-critic: another right way."""

from ragkit.course.exercises.checks.nb05_critic import verdict


def by_the_best(odds, lower, upper):
    if None not in odds and max(odds, default=0) < lower:
        return "incorrect"
    best = max((one for one in odds if one is not None), default=0)
    return "correct" if best >= upper else "ambiguous"


RIGHT = [by_the_best]
ANSWER = verdict
