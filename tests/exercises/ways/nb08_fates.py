"""08-fates: another right way."""

from ragkit.course.exercises.checks.nb08_fates import fates


def backwards(trace):
    found, open_row = [], []
    for step in reversed(trace.steps):
        if "verdict" in step.wrote:
            open_row = [step.wrote["verdict"], step.rule.do]
        elif "draft" in step.wrote:
            found.insert(0, [step.wrote["draft"], *open_row])
    return found


RIGHT = [backwards]
ANSWER = fates
