"""The quantities of a text: its numbers, each with its unit, so that they can be compared.

Anchors (`text/anchors.py`) are compared as written; quantities are compared by value: 1.2 km is
1,200 m. Left out: compound units such as km/h, of which the first part is taken for the unit,
ranges, and ordinals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragkit.text.anchors import CARDINALS
from ragkit.text.dates import MONTHS
from ragkit.text.forms import plain
from ragkit.text.questions import UNITS
from ragkit.text.words import words

SCALES: dict[str, dict[str, float]] = {
    "length": {"km": 1000, "m": 1, "cm": 0.01, "mile": 1609.344, "ft": 0.3048},
    "mass": {"kg": 1, "g": 0.001, "t": 1000},
    "volume": {"l": 1},
    "area": {"ha": 1},
    "time": {"s": 1, "ms": 0.001, "min": 60, "h": 3600, "d": 86_400, "week": 604_800},
    "calendar": {"month": 1, "year": 12},
    "share": {"%": 1},
    "angle": {"°": 1},
    "memory": {"MB": 1, "GB": 1000},
    "power": {"kW": 1, "MW": 1000},
    "euros": {"€": 1},
    "dollars": {"$": 1},
}
"""What each unit is worth, by what it measures; one spelling of each unit."""
_POWERS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}


def _all_spellings() -> dict[str, tuple[str, float]]:
    """Every spelling of a unit, with what it measures and what it is worth."""
    found = {}
    for measures, worth in SCALES.items():
        for spelling, factor in worth.items():
            same = next(unit for unit in UNITS if spelling in unit)
            found.update(dict.fromkeys(same, (measures, factor)))
    return found


SPELLINGS = _all_spellings()
_LONGEST_FIRST = sorted(SPELLINGS, key=len, reverse=True)
_UNIT = "|".join(map(re.escape, _LONGEST_FIRST))
# A number with the sign of a currency before it, or a unit behind it.
_QUANTITY = re.compile(
    rf"""
    (?P<currency>[€$]\s?)?
    (?<![\w.])(?P<number>-?(?:
        \d{{1,3}}(?:[ ,]\d{{3}})+(?![\d,])(?:\.\d+)?    # digits in threes: 117,400
        | \d+(?:\.\d+)?                                 # or in one piece: 118.5
    ))
    (?![.,]?\d)
    (?:\s?(?P<power>thousand|million|billion|trillion)\b)?
    (?:[\s-]?(?P<unit>{_UNIT}))?
    (?!\w)                      # not 3D, not 2nd
    (?=(?:\s(?P<noun>[^\W\d_]{{3,}}))?)    # what a number without a unit counts: 3 teams
    """,
    re.VERBOSE,
)
# A date with its month, or a year behind a word that makes it one. A bare 1962 may be a count.
_MONTH = "|".join(MONTHS)
_DATE = re.compile(
    rf"\b(?:\d{{1,2}}\s+)?(?:{_MONTH})\s+(?:\d{{1,2}},?\s+)?[12]\d{{3}}\b"
    r"|\b(?:in|since|during|year)\s+[12]\d{3}\b(?![.,]?\d)|\b[12]\d{3}-\d\d-\d\d\b",
    re.IGNORECASE,
)
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–−", "-"))
# "one" often counts nothing: the first one, one of them.
_WORDS = {word: str(n) for n, word in enumerate(CARDINALS.split(), start=1) if n > 1}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """A number and its unit."""

    number: float
    """The number as it is written, words such as *million* counted in."""
    measures: str = ""
    """What its unit measures, a key of `SCALES`; empty: it has no unit."""
    factor: float = 1.0
    """What its unit is worth, in the unit with the value 1 of the same row of `SCALES`."""

    counts: str = ""
    """What a number without a unit counts, the noun behind it; empty: that is not said."""

    @property
    def value(self) -> float:
        """The number in the unit with the value 1 of its row of `SCALES`."""
        return self.number * self.factor


def quantities(text: str) -> list[Quantity]:
    """Every quantity of a text, in order; dates are left out.

    >>> dam, crew = quantities("In 2031 the dam was 1.2 km long, built by two teams.")
    >>> dam.measures, dam.value, crew.number, crew.counts
    ('length', 1200.0, 2.0, 'teams')
    """
    dateless = _DATE.sub(" ; ", plain(text).translate(_HYPHENS))
    return [_quantity(found) for found in _QUANTITY.finditer(_in_digits(dateless))]


def whole(text: str) -> Quantity | None:
    """The quantity that a text is, and nothing else; None for any other text.

    >>> whole("12 ms").value, whole("12 of them")
    (0.012, None)
    """
    alone = plain(text).translate(_HYPHENS).strip()
    found = _QUANTITY.fullmatch(_in_digits(alone))
    return _quantity(found) if found else None


def _in_digits(text: str) -> str:
    """A text with the number words from two to twelve as digits."""
    return _WORD.sub(lambda word: _WORDS[word[0].lower()], text)


def _quantity(found: re.Match[str]) -> Quantity:
    number = float(re.sub(r"[ ,]", "", found["number"]))
    number *= _POWERS.get(found["power"] or "", 1)
    unit = found["unit"] or (found["currency"] or "").strip()
    measures, factor = SPELLINGS.get(unit, ("", 1.0))
    # a stop word is no noun: "took 12 for each"
    noun = found["noun"] if found["noun"] and words(found["noun"]) else ""
    return Quantity(number, measures, factor, "" if measures else noun)
