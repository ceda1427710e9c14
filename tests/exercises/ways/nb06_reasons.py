"""06-reasons: other right ways, and an answer that knows only one reason."""


def pair_by_pair(trace, node):
    found = []
    for before, after in zip(trace.steps, trace.steps[1:], strict=False):
        if after.node == node and before.rule:
            found.append(before.rule.why)
    return found


def over_the_rules(trace, node):
    rules = filter(None, (step.rule for step in trace.steps))
    return tuple(rule.why for rule in rules if rule.do == node)


RIGHT = [pair_by_pair, over_the_rules]


def HARD_CODED(trace, node):
    return ["the owl said so"]
