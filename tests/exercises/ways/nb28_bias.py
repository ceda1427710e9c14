"""28-bias: another right way."""

from ragkit.course.exercises.checks.nb28_bias import judged


def by_the_pairs(choices):
    n = len(choices)
    shares = {"a": choices.count(("A", "B")) / n, "b": choices.count(("B", "A")) / n}
    agree = choices.count(("A", "B")) + choices.count(("B", "A")) + choices.count(("tie", "tie"))
    return shares | {"tie": 1 - shares["a"] - shares["b"], "depends": 1 - agree / n}


RIGHT = [by_the_pairs]
ANSWER = judged
