"""28-mode: another right way."""

from ragkit.course.exercises.checks.nb28_mode import label


def with_a_place(signs):
    there = [place for place, (_, seen) in enumerate(signs) if seen]
    end = there[0] if there else len(signs)
    mode = signs[end][0] if there else None
    before = [name for name, seen in signs[:end] if seen is None and name != mode]
    return mode, sorted(set(before), key=before.index)


RIGHT = [with_a_place]
ANSWER = label
