"""01-cite: another right way, and an answer that knows only the example of the notebook."""

from ragkit.text.words import words


def with_max(sentence, passages):
    def shared(number):
        return len(set(words(sentence)) & set(words(passages[number - 1])))

    best = max(range(1, len(passages) + 1), key=shared, default=None)
    return best if best and shared(best) else None


RIGHT = [with_max]


def HARD_CODED(sentence, passages):
    return 2
