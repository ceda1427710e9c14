"""11-why: another right way."""


def by_the_destination(trace):
    reason = None
    for step in trace.steps:
        if step.rule is not None and step.rule.do == "apologise":
            reason = [step.node, step.why]
    return reason


RIGHT = [by_the_destination]
