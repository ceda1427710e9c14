"""14-keys: another right way."""

from ragkit.course.exercises.checks.nb14_keys import correct
from ragkit.evaluate.golden.correct import holds


def by_counting(answer, keys, forbidden):
    held = sum(any(holds(answer, spelling) for spelling in group) for group in keys)
    bad = sum(holds(answer, wrong) for wrong in forbidden)
    return (held == len(keys) and not bad) if keys else None


RIGHT = [by_counting]
ANSWER = correct
