"""07-split: another right way."""

from ragkit.course.exercises.checks.nb07_split import split
from ragkit.state import REFUSAL
from ragkit.text.sentences import sentences, without_citations


def refusal_last(draft):
    claims = []
    for sentence in sentences(without_citations(draft)):
        if sentence[-1] != "?" and sentence not in claims:
            claims.append(sentence)
    return [] if claims == [REFUSAL] else claims


RIGHT = [refusal_last]
ANSWER = split
