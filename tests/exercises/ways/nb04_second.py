"""04-second: another right way."""

from ragkit.course.exercises.checks.nb04_second import second_opinion
from ragkit.state import Grade


def on_a_copy(state, runtime):
    grades = list(state.grades)
    old = grades.pop()
    odds = runtime.context.judge.verdicts(state.question, state.passages, ["?"]).odds
    known = [one for one in (old.answerability, *odds) if one is not None]
    both = sum(known) / len(known) if known else None
    yes = both is not None and not both < runtime.context.settings.answerable_from
    grades.append(Grade(old.relevance, old.sufficiency, both, old.confidence, yes, old.helpful, old.feedback))
    return {"grades": tuple(grades)}


RIGHT = [on_a_copy]
ANSWER = second_opinion
