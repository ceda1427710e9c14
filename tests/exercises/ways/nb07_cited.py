"""07-cited: other right ways, and an answer that knows only one draft."""

import re

from ragkit.text.sentences import citations


def with_a_wider_pattern(draft, passages):
    found = []
    for inside in re.findall(r"\[([\d, ]+)\]", draft):
        for digits in inside.split(","):
            number = int(digits)
            if number == 0 or number > len(passages):
                found.append(number)
    return found


def with_a_set(draft, passages):
    known = set(range(1, len(passages) + 1))
    return tuple(number for number in citations(draft) if number not in known)


RIGHT = [with_a_wider_pattern, with_a_set]


def HARD_CODED(draft, passages):
    return [0, 5]
