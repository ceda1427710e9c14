"""10-surer: another right way."""

from ragkit.course.exercises.checks.nb10_surer import surer


def on_one_line(fit_from, loop, asked_web, retry_raises):
    return min(fit_from + (loop, 1)[asked_web] * retry_raises, 1)


RIGHT = [on_one_line]
ANSWER = surer
