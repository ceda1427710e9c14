"""29-leak: another right way."""

from ragkit.course.exercises.checks.nb29_leak import told_by_place


def by_the_sum(examples):
    needed = {(passages, number) for passages, numbers in examples for number in numbers}
    mean = sum((2 * number - 1) / (2 * len(passages)) for passages, number in needed) / len(needed)
    return mean, (mean - 0.5) ** 2 > 9 / 12 / len(needed)


RIGHT = [by_the_sum]
ANSWER = told_by_place
