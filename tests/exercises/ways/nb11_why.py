"""11-why: another right way, and an answer that knows only one reason."""


def by_the_destination(trace):
    reason = None
    for step in trace.steps:
        if step.rule is not None and step.rule.do == "apologise":
            reason = [step.node, step.why]
    return reason


RIGHT = [by_the_destination]


def HARD_CODED(trace):
    return "answer_critic", "the verifier could not judge, and an answer that was not verified is not given"
