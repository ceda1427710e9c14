"""20-fool: other right ways."""

from ragkit.course.exercises.checks.nb20_fool import disguised


def other_signs(follow_up, question):
    return f"{follow_up[:-1]} on Windows?", f"Tell me this: {question}"


def behind_it(follow_up, question):
    return [f"Well, {follow_up[:-1]} under Linux?", f"{question[:-1]} as well?"]


RIGHT = [other_signs, behind_it]
ANSWER = disguised
