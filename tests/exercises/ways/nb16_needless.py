"""16-needless: another right way."""

from ragkit.course.exercises.checks.nb16_needless import bill


def in_one_pass(runs):
    found = {"gate": 0, "needless": 0, "seconds": 0.0, "refused": 0}
    for trace, noisy in runs:
        nodes = {step.node: step for step in trace.steps}
        found["gate"] += nodes["route"].usage.evaluated
        tool = nodes.get("search_web") or nodes.get("look_up")
        if tool and not noisy:
            found["needless"] += 1
            found["seconds"] += tool.seconds
            found["refused"] += int("apologise" in nodes)
    return found


RIGHT = [in_one_pass]
ANSWER = bill
