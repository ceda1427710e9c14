"""13-pays: another right way."""

from ragkit.course.exercises.checks.nb13_pays import verdicts


def in_two_steps(gaps):
    found = dict.fromkeys(gaps, "not shown")
    found.update({part: "pays" for part, gap in gaps.items() if gap.high < 0})
    found.update({part: "harms" for part, gap in gaps.items() if gap.low > 0})
    found.update({part: "not shown" for part, gap in gaps.items() if gap.n == 1})
    return found


RIGHT = [in_two_steps]
ANSWER = verdicts
