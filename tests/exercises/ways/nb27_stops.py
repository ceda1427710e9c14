"""27-stops: another right way."""

from ragkit.course.exercises.checks.nb27_stops import scored


def in_one_list(found):
    free = [(row == "enough", complete) for own in found for row, complete in own if row != "used up"]
    right = free.count((True, True))
    stopped = right + free.count((True, False))
    complete = right + free.count((False, True))
    return right / stopped if stopped else None, right / complete if complete else None


RIGHT = [in_one_list]
ANSWER = scored
