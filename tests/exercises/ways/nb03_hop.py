"""03-hop: other right ways, and an answer that knows only the example of the notebook."""

from ragkit.text.words import words


def without_sorting(question, new, evidence, library):
    wanted, best, most = set(words(new)), None, -1
    for line in library:
        shared = len(wanted & set(words(line)))
        if line not in evidence and shared > most:
            best, most = line, shared
    return list(evidence) if best is None else [*evidence, best]


def over_what_is_left(question, new, evidence, library):
    left = [line for line in library if line not in evidence]
    left.sort(key=lambda line: sum(word in words(line) for word in set(words(new))), reverse=True)
    return (*evidence, *left[:1])


RIGHT = [without_sorting, over_what_is_left]


def HARD_CODED(question, new, evidence, library):
    return [*evidence, "The pairing heap is of 1986."]
