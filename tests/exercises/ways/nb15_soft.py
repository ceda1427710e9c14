"""15-soft: another right way."""

from ragkit.course.exercises.checks.nb15_soft import moved


def by_powers(threshold, temperature):
    yes, no = threshold ** (1 / temperature), (1 - threshold) ** (1 / temperature)
    return yes / (yes + no)


RIGHT = [by_powers]
ANSWER = moved
