"""17-filter: another right way."""

import re

from ragkit.course.exercises.checks.nb17_filter import kept
from ragkit.screen.disguises import plainly

POLITE = r"\b(please|kindly|grateful|thankful|glad)\b"
WRITTEN = r"\b(answer|reply|response|summary)\b"


def by_patterns(page):
    found = list(page)
    for sentence in page:
        text = plainly(sentence)
        if re.search(POLITE, text) and re.search(WRITTEN, text):
            found.remove(sentence)
    return found


RIGHT = [by_patterns]
ANSWER = kept
