"""Check an answer's claims against their question: entities, dates, units, and the kind of thing.

This is the constraint check of (tiered, phase I). The paper names no rules; these are ours. They
see that an answer is about something else, and not that it is wrong. No model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.text.anchors import anchors, missing
from ragkit.text.dates import MONTHS, years
from ragkit.text.questions import asks_for, unit_of, window

NUMBER = re.compile(r"\d|\b(?:one|two|first|second|no|none|zero|once|twice)\b", re.IGNORECASE)
TIME = re.compile(rf"\d|\b(?:{'|'.join(MONTHS)}|century|never|always)\b", re.IGNORECASE)


def violations(question: str, claims: Sequence[str]) -> list[str]:
    """What of the question the claims do not respect, a sentence each; none where all is well.

    >>> question = "In which year did Kestrel land on Mars?"
    >>> violations(question, ["Kestrel landed on Mars in 2031."])
    []
    >>> violations(question, ["Kestrel landed on Venus."])
    ['the question is about Mars, and the claims are not', 'the question asks for a time']
    """
    text = " ".join(claims)
    if not text.strip():
        return ["there is no claim"]
    faults = [
        _other_entities(question, text),
        _other_years(question, text),
        _other_unit(question, text),
        _other_kind(question, text),
    ]
    return [fault for fault in faults if fault]


def _other_entities(question: str, text: str) -> str:
    """The fault that names or numbers of the question are in none of the claims.

    The years of a span may be left out: an answer gives another year, which lies in it.
    """
    lost = missing(question, text)
    if window(question):
        lost = [anchor for anchor in lost if not years(anchor)]
    if not lost:
        return ""
    return f"the question is about {', '.join(lost)}, and the claims are not"


def _other_years(question: str, text: str) -> str:
    """The fault that a year of the claims is outside the span that the question names."""
    span = window(question)
    if span is None:
        return ""
    first, last = span
    outside = [str(year) for year in years(text) if not first <= year <= last]
    if not outside:
        return ""
    return f"the question is about other years than {', '.join(outside)}"


def _other_unit(question: str, text: str) -> str:
    """The fault that no number of the claims has the unit that the question asks for."""
    spellings = unit_of(question)
    if not spellings:
        return ""
    # Symbols such as % are no words, so no word boundary can be asked for on both sides.
    units = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
    if re.search(rf"(?<![^\W\d_])(?:{units})(?!\w)", text):
        return ""
    asked = max(sorted(spellings), key=len)
    return f"the question asks for a number of {asked}"


def _other_kind(question: str, text: str) -> str:
    """The fault that the claims have nothing of the kind that the question asks for."""
    kind = asks_for(question)
    if kind == "time" and not TIME.search(text):
        return "the question asks for a time"
    if kind == "number" and not NUMBER.search(text) and not _numbers(text):
        return "the question asks for a number"
    if kind in ("person", "place") and not _new_names(question, text):
        return f"the question asks for a {kind}"
    return ""


def _numbers(text: str) -> set[str]:
    return {anchor for anchor in anchors(text) if anchor[:1].isdigit()}


def _new_names(question: str, text: str) -> list[str]:
    """The names of the claims that the question does not give.

    A name may open a sentence, where it cannot be told from other words. So the claims are read
    behind a word, too.
    """
    inside = f"It is {text}"
    return [name for name in missing(inside, question) if not name[:1].isdigit()]
