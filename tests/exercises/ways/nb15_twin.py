"""15-twin: another right way."""

import re

from ragkit.course.exercises.checks.nb15_twin import twins


def word_by_word(claim, passage):
    found = []
    (own,) = re.findall(r"\d+", claim)
    for word in " ".join(passage).replace(".", "").split():
        other = claim.replace(own, word)
        if word.isdigit() and other not in [*passage, *found]:
            found.append(other)
    return found


RIGHT = [word_by_word]
ANSWER = twins
