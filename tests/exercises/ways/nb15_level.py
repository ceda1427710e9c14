"""15-level: another right way."""

from ragkit.course.exercises.checks.nb15_level import levelled


def until_nothing_fits(pairs):
    waiting, kept = list(range(len(pairs))), []
    before = None
    while before != waiting:
        before = list(waiting)
        for place in before:
            sums = [sum(pairs[one][number] for one in kept) for number in range(len(pairs[0]))]
            after = [total + lead for total, lead in zip(sums, pairs[place], strict=True)]
            if all(-2 < total < 2 for total in after):
                kept.append(place)
                waiting.remove(place)
    return kept


RIGHT = [until_nothing_fits]
ANSWER = levelled
