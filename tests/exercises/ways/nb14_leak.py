"""14-leak: another right way."""

from ragkit.course.exercises.checks.nb14_leak import leaks
from ragkit.evaluate.golden.correct import holds


def by_counting(question, keys, left):
    texts = [question, *left]
    held = [sum(any(holds(text, one) for one in group) for group in keys) for text in texts]
    return [place for place, count in enumerate(held) if count == len(keys)]


RIGHT = [by_counting]
ANSWER = leaks
