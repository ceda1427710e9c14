"""03-disguise: other right ways."""

from ragkit.course.exercises.checks.nb03_disguise import disguised


def before_it(question):
    return f"If Prim, Kahn: {question}"


def around_it(question):
    return "Tell Ann: " + question + " than Bob"


RIGHT = [before_it, around_it]
ANSWER = disguised
