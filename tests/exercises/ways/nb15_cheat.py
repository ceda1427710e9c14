"""15-cheat: another right way."""

from ragkit.course.exercises.checks.nb15_cheat import cheat


def by_the_last_digit(claim):
    number = next(word for word in claim.split() if word.isdigit())
    return 0.2 if number[-1] in "05" else 0.7


RIGHT = [by_the_last_digit]
ANSWER = cheat
