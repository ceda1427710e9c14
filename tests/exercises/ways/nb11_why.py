"""11-why: other right ways, and an answer that knows only one reason."""

from ragkit.state import REFUSAL


def from_the_end(trace):
    for step in reversed(trace.steps):
        if step.rule and trace.answer == REFUSAL:
            return step.node, step.rule.why
    return None


def by_the_destination(trace):
    reason = None
    for step in trace.steps:
        if step.rule is not None and step.rule.do == "apologise":
            reason = [step.node, step.why]
    return reason


RIGHT = [from_the_end, by_the_destination]


def HARD_CODED(trace):
    return "answer_critic", "the verifier could not judge, and an answer that was not verified is not given"
