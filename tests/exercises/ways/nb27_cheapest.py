"""27-cheapest: another right way."""

from ragkit.course.exercises.checks.nb27_cheapest import cheapest
from ragkit.score import score


def from_the_cheapest_up(tokens, ends, price):
    worth = {"correct": 1, "abstained": 0, "wrong": -price}
    values = {name: [worth[end] for end in own] for name, own in ends.items()}
    best = max(values, key=lambda name: sum(values[name]))
    for name in sorted(values, key=lambda name: tokens[name]):
        gaps = [ours - theirs for ours, theirs in zip(values[best], values[name])]
        if score(gaps).low <= 0:
            break
    return name


RIGHT = [from_the_cheapest_up]
ANSWER = cheapest
