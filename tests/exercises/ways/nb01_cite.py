"""01-cite: other right ways, and an answer that knows only the example of the notebook."""

from ragkit.text.words import words


def one_by_one(sentence, passages):
    cited, most = None, 0
    for number, passage in enumerate(passages, start=1):
        shared = sum(word in words(passage) for word in set(words(sentence)))
        if shared > most:
            cited, most = number, shared
    return cited


def with_max(sentence, passages):
    def shared(number):
        return len(set(words(sentence)) & set(words(passages[number - 1])))

    best = max(range(1, len(passages) + 1), key=shared, default=None)
    return best if best and shared(best) else None


RIGHT = [one_by_one, with_max]


def HARD_CODED(sentence, passages):
    return 2
