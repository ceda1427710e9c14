"""11-why: another right way."""

from ragkit.course.exercises.checks.nb11_why import why_refused


def by_the_destination(trace):
    reason = None
    for step in trace.steps:
        if step.rule is not None and step.rule.do == "apologise":
            reason = [step.node, step.why]
    return reason


RIGHT = [by_the_destination]
ANSWER = why_refused
