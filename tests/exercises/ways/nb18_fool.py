"""18-fool: another right way."""

from ragkit.course.exercises.checks.nb18_fool import fool


def with_all_its_words(question, wrong):
    words = " ".join(question.rstrip("?").split()[1:])
    return f"Experts on {words} say that it was {wrong}."


RIGHT = [with_all_its_words]
ANSWER = fool
