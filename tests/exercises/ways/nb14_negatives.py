"""14-negatives: other right ways."""

from ragkit.course.exercises.checks.nb14_negatives import negatives
from ragkit.evaluate.golden.correct import holds


def by_rank(ranking, keys, first, last):
    found = []
    for rank, passage in enumerate(ranking, start=1):
        if first <= rank <= last and all(not holds(passage, key) for key in keys):
            found.append(passage)
    return found


def with_filter(ranking, keys, first, last):
    middle = list(ranking)[:last][first - 1 :]
    return tuple(filter(lambda passage: not any(holds(passage, key) for key in keys), middle))


RIGHT = [by_rank, with_filter]
ANSWER = negatives
