"""01-cite: another right way."""

from ragkit.course.exercises.checks.nb01_cite import cite
from ragkit.text.words import words


def with_max(sentence, passages):
    def shared(number):
        return len(set(words(sentence)) & set(words(passages[number - 1])))

    best = max(range(1, len(passages) + 1), key=shared, default=None)
    return best if best and shared(best) else None


RIGHT = [with_max]
ANSWER = cite
