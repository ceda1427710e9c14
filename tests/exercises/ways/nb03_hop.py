"""03-hop: another right way, and an answer that knows only the example of the notebook."""

from ragkit.text.words import words


def over_what_is_left(question, new, evidence, library):
    left = [line for line in library if line not in evidence]
    left.sort(key=lambda line: sum(word in words(line) for word in set(words(new))), reverse=True)
    return (*evidence, *left[:1])


RIGHT = [over_what_is_left]


def HARD_CODED(question, new, evidence, library):
    return [*evidence, "The pairing heap is of 1986."]
