"""19-stops: another right way."""

from ragkit.course.exercises.checks.nb19_stops import stops


def backwards(trace):
    found, tokens, end = [], 0, "nothing"
    for step in reversed(trace.steps):
        tokens += step.usage.evaluated
        if step.node == "score_answer":
            end = "answered" if step.rule.when == "grounded" else "rejected"
        if step.node.startswith("search_"):
            found.insert(0, [step.wrote["asked"][-1], tokens, end])
            tokens, end = 0, "nothing"
    return found


RIGHT = [backwards]
ANSWER = stops
