"""Judge whether a draft answers its question.

A draft that is a bare phrase is shown to the judge as a sentence. A small judge accepts a sentence
more readily than the same answer as a phrase, and its threshold was chosen on sentences.
docs/checking.md has how much of the difference this makes up.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.judges.judge import Judge
from ragkit.state import Passage
from ragkit.text.sentences import without_citations

FITS = "Answer: {draft}\nIs this the right answer by the passages?"
"""The question about a whole answer, since a true sentence can be beside the point.

Without the label "Answer:" a bare phrase is not understood.
"""
SENTENCE = "The answer is {phrase}."
"""The sentence that stands for a bare phrase."""
PHRASE = 6
"""Maximum length of a bare phrase, in words."""
ENDS = (".", "!", "?", "。", "！", "？", "؟", "।")
"""Marks that end a sentence.

In scripts without spaces between words, nothing else tells a sentence from a phrase.
"""
_CLOSING = " \"')*`"
"""Characters that may follow the mark at the end of a sentence."""


def fit(
    judge: Judge, question: str, passages: Sequence[Passage], draft: str
) -> tuple[float | None, str]:
    """The probability that the draft is the right answer by the passages, in [0, 1].

    It is None, with a note that says why, when the judge could not judge.
    """
    answer = without_citations(draft)
    answer = as_sentence(answer)
    asked = FITS.format(draft=answer)
    (odds,), note = judge.verdicts(question, passages, [asked])
    return odds, note


def as_sentence(text: str) -> str:
    """A bare phrase as a sentence, and any other text as it is.

    A bare phrase is a few words without a mark at the end.

    >>> as_sentence("Sir Tony Hoare"), as_sentence("It was Sir Tony Hoare.")
    ('The answer is Sir Tony Hoare.', 'It was Sir Tony Hoare.')
    """
    length = len(text.split())
    is_short = 0 < length <= PHRASE
    bare = text.rstrip(_CLOSING)
    has_end = bare.endswith(ENDS)
    if is_short and not has_end:
        phrase = text.strip()
        return SENTENCE.format(phrase=phrase)
    return text
