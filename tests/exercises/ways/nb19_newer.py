"""19-newer: another right way."""

from ragkit.course.exercises.checks.nb19_newer import superseded


def part_by_part(passages):
    def surely_later(date, than):
        parts = zip(date.split("-"), than.split("-"), strict=False)
        for own, other in parts:
            if own != other:
                return bool(other) and own > other
        return False

    def is_contradicted(one):
        return any(one[2] != other[2] and surely_later(other[1], one[1]) for other in passages)

    return [one[0] for one in passages if is_contradicted(one)]


RIGHT = [part_by_part]
ANSWER = superseded
