"""07-risk: another right way."""

from ragkit.course.exercises.checks.nb07_risk import risk


def by_addition(supports):
    total = 0
    for support in supports:
        if support is not None:
            total += support
    return 1 - total / len(supports) if supports else 0


RIGHT = [by_addition]
ANSWER = risk
