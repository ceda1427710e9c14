"""18-exit: another right way."""

from ragkit.course.exercises.checks.nb18_exit import exit_from, low


def from_above(rows, target, least):
    chosen, right = None, []
    known = sorted((row for row in rows if row[0] is not None), reverse=True)
    for place, (score, own) in enumerate(known):
        right.append(own)
        is_last = place + 1 == len(known) or known[place + 1][0] != score
        if is_last and len(right) >= least and low(right) >= target:
            chosen = score
    return chosen


RIGHT = [from_above]
ANSWER = exit_from
