"""Name the passage behind each sentence of an answer, by rule.

Asked to cite, a small model writes the numbers first and builds odd sentences around them, and they are often wrong
(docs/decisions.md). So it is asked for the answer alone, and the citation is the passage that shares most of the
sentence's telling words. An answer that brought its own citations keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.claims import citations, sentences
from ragkit.judges.lexical import carrier
from ragkit.state import Passage


def cite(answer: str, passages: Sequence[Passage]) -> str:
    """The answer with the number of a passage, from 1, after each sentence; none where no word is shared.

    >>> night, day = Passage("n", "Owls hunt at night."), Passage("d", "Owls sleep by day, in trees.")
    >>> cite("They hunt at night. By day they sleep.", [day, night])
    'They hunt at night. [2] By day they sleep. [1]'
    """
    if citations(answer):
        return answer
    return " ".join(_with_number(sentence, passages) for sentence in sentences(answer))


def _with_number(sentence: str, passages: Sequence[Passage]) -> str:
    found = carrier(sentence, passages)
    return f"{sentence} [{list(passages).index(found) + 1}]" if found else sentence
