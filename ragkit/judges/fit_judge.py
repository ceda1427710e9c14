"""Does a draft answer its question? Asked once, and of a bare phrase as of the sentence that it stands for.

On the whole a small judge lets a sentence out sooner than the same answer as a phrase. So every draft is shown to it as
a sentence, which is what its threshold was chosen on; docs/critics.md says how much of the difference that makes up.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.claims import without_citations
from ragkit.judges.judge import Judge
from ragkit.state import Passage

FITS = "Answer: {draft}\nIs this the right answer by the passages?"
"""About a whole answer: a true sentence can be beside the point. Without the label a bare phrase is not understood."""
SENTENCE = "The answer is {phrase}."
PHRASE = 6
"""Words, at most, of a bare phrase."""
ENDS = (".", "!", "?", "。", "！", "？", "؟", "।")
"""What sentences end with; where words stand without spaces, nothing else tells a sentence from a phrase."""


def fit(judge: Judge, question: str, passages: Sequence[Passage], draft: str) -> tuple[float | None, str]:
    """How likely the draft is the answer by the passages, in [0, 1]; None, with a note, where nobody could judge."""
    (odds,), note = judge.verdicts(question, passages, [FITS.format(draft=as_sentence(without_citations(draft)))])
    return odds, note


def as_sentence(text: str) -> str:
    """A bare phrase, which is a few words that end like no sentence, as a sentence; any other text as it is.

    >>> as_sentence("Sir Tony Hoare"), as_sentence("It was Sir Tony Hoare.")
    ('The answer is Sir Tony Hoare.', 'It was Sir Tony Hoare.')
    """
    ended = text.rstrip(" \"')*`").endswith(ENDS)
    phrase = 0 < len(text.split()) <= PHRASE and not ended
    return SENTENCE.format(phrase=text.strip()) if phrase else text
