"""06-reasons: another right way, and an answer that knows only one reason."""


def over_the_rules(trace, node):
    rules = filter(None, (step.rule for step in trace.steps))
    return tuple(rule.why for rule in rules if rule.do == node)


RIGHT = [over_the_rules]


def HARD_CODED(trace, node):
    return ["the owl said so"]
