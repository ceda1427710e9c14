"""14-fool: other right ways."""

from ragkit.course.exercises.checks.nb14_fool import fool


def about_something_else(true, wrong):
    return f"Each night an owl eats {wrong} mice and sleeps {true} times."


def denied(true, wrong):
    return "It is said that an owl eats " + true + ". In truth it eats " + wrong + " mice."


RIGHT = [about_something_else, denied]
ANSWER = fool
