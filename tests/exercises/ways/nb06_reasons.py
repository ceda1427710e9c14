"""06-reasons: another right way."""

from ragkit.course.exercises.checks.nb06_reasons import reasons


def over_the_rules(trace, node):
    rules = filter(None, (step.rule for step in trace.steps))
    return tuple(rule.why for rule in rules if rule.do == node)


RIGHT = [over_the_rules]
ANSWER = reasons
