"""09-slip: other right ways."""

import math

from ragkit.course.exercises.checks.nb09_slip import slip


def by_counting(question, same, above):
    words = question.split()
    needed = math.ceil(len(words) * (1 - above))
    for word in list(same)[-needed:]:
        words[words.index(word)] = same[word]
    return " ".join(words)


def one_by_one(question, same, above):
    total = len(question.split())
    changed = 0
    came = f" {question} "
    for word, other in same.items():
        if (total - changed) / total > above:
            came = came.replace(f" {word} ", f" {other} ")
            changed += 1
    return came.strip()


RIGHT = [by_counting, one_by_one]
ANSWER = slip
