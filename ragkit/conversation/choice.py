"""Which of the readings that the last answer offered the user chooses, by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.text.anchors import NUMBER_WORDS
from ragkit.text.words import words

_POSITION = re.compile(
    rf"""
    \W*(?:(?:i|we|mean|meant|take|choose|number|option|reading|no\.?|the|please|is|it's)\W+)*
    (?P<place>\d{{1,2}}|{"|".join(NUMBER_WORDS)}|last|latter|former)(?:st|nd|rd|th)?
    (?:\s(?:one|reading|option|meaning))?
    (?:\W+please)?\W*
    """,
    re.VERBOSE | re.IGNORECASE,
)
IDLE = {"one", "pleas"}
"""Stems of words that name nothing: "the snowy ones, please"."""
PAIR = ("former", "latter")
"""Words for the one and the other of two."""


def named_reading(typed: str, readings: Sequence[str]) -> str:
    """The reading that a message names by its number, an ordinal or its words; empty if none.

    Words name a reading when no other one has them, and the message has hardly any others.

    >>> owls = ["how barn owls hunt", "how snowy owls hunt"]
    >>> [named_reading(typed, owls) for typed in ("2", "the first one", "Snowy owls, please.")]
    ['how snowy owls hunt', 'how barn owls hunt', 'how snowy owls hunt']
    >>> [named_reading(typed, owls) for typed in ("3", "owls", "Do snowy owls live far north?")]
    ['', '', '']
    """
    position = _POSITION.fullmatch(typed)
    if position:
        return _at(position["place"].lower(), readings)
    said = set(words(typed)) - IDLE
    return _by_words(said, readings)


def _at(place: str, readings: Sequence[str]) -> str:
    """The reading at a place, which is a number or a word; empty if there is none."""
    places = {str(number): reading for number, reading in enumerate(readings, start=1)}
    if readings:
        places["last"] = readings[-1]
    if len(readings) == len(PAIR):
        places |= dict(zip(PAIR, readings, strict=True))
    return places.get(NUMBER_WORDS.get(place, place), "")


def _by_words(said: set[str], readings: Sequence[str]) -> str:
    """The one reading that has words of a message which the others lack."""
    of_each = [set(words(reading)) for reading in readings]
    named = []
    for number, reading in enumerate(readings):
        others = of_each[:number] + of_each[number + 1 :]
        own = of_each[number].difference(*others)
        if own & said:
            named.append(reading)
    beside = said.difference(*of_each)
    in_all = said - beside
    if len(named) == 1 and len(beside) < len(in_all):
        return named[0]
    return ""
