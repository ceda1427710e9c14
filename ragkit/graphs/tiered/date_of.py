"""The date of a passage: as of when is it?

The most exact date counts that the place of the passage gives, that is its file name and headings;
or the date that its document gives itself, by words such as "as of".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragkit.state import Passage
from ragkit.text.dates import dates, own_date


def date_of(passage: Passage, corpus: Iterable[Passage] = ()) -> str:
    """The date of a passage in ISO 8601, such as 2031-05; empty where nothing dates it.

    `corpus` has the other passages of its document. The date is often given only once, at the top.

    >>> date_of(Passage("o", "Owls sleep.", source="owls-2031.md", section="Owls, May 2031"))
    '2031-05'
    >>> top = Passage("t", "Last revised: 1 May 2031.", source="owls.md")
    >>> date_of(Passage("o", "Owls sleep.", source="owls.md"), [top])
    '2031-05-01'
    """
    own = own_date(passage.text)
    if own:
        return own
    # File names join words by signs that are none between the words of a text.
    place = f"{passage.source} {passage.section}".replace("_", " ")
    of_place = dates(place)
    candidates = of_place[-1:]
    for other in corpus:
        if other.source == passage.source:
            candidates += [date for date in [own_date(other.text)] if date]
    # Of equally exact dates the later one: max keeps the first of equals.
    return max(sorted(candidates, reverse=True), key=len, default="")


def dates_of(passages: Sequence[Passage], corpus: Sequence[Passage]) -> list[str]:
    """The dates of those passages that have one, each once, the oldest first."""
    found = {date_of(passage, corpus) for passage in passages}
    return sorted(found - {""})
