"""Quotes of the passages that a question is asked without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.evaluate.study.documents import Documents
from ragkit.state import Passage
from ragkit.text.tables import rows_and_sentences

MOST = 12
"""Maximum number of passages that are left out; what more of them say is an everyday matter."""
Telling = Callable[[str], tuple[int, float]]
"""How much a sentence or row says of what is to be taken away."""


def quotes_of(
    passages: Iterable[Passage], telling: Telling, documents: Documents, first: Sequence[Support]
) -> tuple[Support, ...]:
    """The quotes that come first, and one of each passage that has none of them.

    It is the sentence or row that is most `telling`.
    """
    quotes = dict.fromkeys(first)
    for passage in passages:
        letters = documents.quotable[passage.id]
        if not any(letters_of(quoted.quote) in letters for quoted in quotes):
            quotes[Support(passage.source, _quote(passage, telling))] = None
    return tuple(quotes)


def _quote(passage: Passage, telling: Telling) -> str:
    """The most telling sentence or row of a passage, or its text where that is not whole in it."""
    rows, sentences = rows_and_sentences(passage.text)
    pieces = [" | ".join(row.cells) for row in rows] + sentences
    best = max(pieces, key=telling, default="")
    letters = letters_of(best)
    is_whole = letters and letters in letters_of(passage.text)
    return best if is_whole else passage.text
