"""07-fool: other right ways."""

from ragkit.course.exercises.checks.nb07_fool import lie


def another_animal(passages):
    for facts in passages:
        if len(facts) > 1:
            (who, count, _, year), (_, _, what, _) = facts[:2]
            claim = f"{who} counted {count} {what} in {year}."
    return claim


def another_person(passages):
    facts = sorted(passages, key=len)[-1]
    _, count, what, year = facts[0]
    return f"{facts[-1][0]} counted {count} {what} in {year}."


RIGHT = [another_animal, another_person]
ANSWER = lie
