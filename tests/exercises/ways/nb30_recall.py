"""30-recall: another right way."""

from ragkit.course.exercises.checks.nb30_recall import recall


def by_counting(found, nearest, k):
    hits = 0
    for own, right in zip(found, nearest):
        hits += sum(id in own[:k] for id in right[:k])
    return hits / (k * len(found))


RIGHT = [by_counting]
ANSWER = recall
