"""03-lead: other right ways, and an answer that knows only the example of the notebook."""

from ragkit.text.words import words


def with_max(question, lines):
    known = set(words(question))
    best = max(lines, key=lambda line: len(known & set(words(line))), default="")
    if not known & set(words(best)):
        return ""
    return " ".join(word for word in words(best) if word not in known)


def with_sorted_pairs(question, lines):
    ranked = []
    for place, line in enumerate(lines):
        shared = {word for word in words(line) if word in words(question)}
        ranked.append((-len(shared), place, line))
    for minus, _, line in sorted(ranked):
        new = [word for word in words(line) if word not in words(question)]
        return " ".join(new) if minus else ""
    return ""


RIGHT = [with_max, with_sorted_pairs]


def HARD_CODED(question, lines):
    return "keep pair heap"
