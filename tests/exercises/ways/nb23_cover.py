"""23-cover: another right way."""

from ragkit.course.exercises.checks.nb23_cover import cover


def sorted_each_time(ranking, helps, most):
    kept, left, open_parts = [], list(ranking), {part for parts in helps.values() for part in parts}
    for _ in range(min(most, len(ranking))):
        left.sort(key=lambda name: (-len(open_parts.intersection(helps[name])), ranking.index(name)))
        kept.append(left.pop(0))
        open_parts -= set(helps[kept[-1]])
    return kept


RIGHT = [sorted_each_time]
ANSWER = cover
