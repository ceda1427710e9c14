"""What a question asks for, by its words alone: no model is asked.

That is the kind of thing (a person, a time, a number, a place), the unit, the years that it allows,
whether the answer depends on today's date, and what it takes for granted.

Left out: grammar. A question in unusual words is of the kind `other`, which asks for nothing in
particular, and takes nothing for granted that could be checked.
"""

from __future__ import annotations

import re
from typing import Literal

from ragkit.text.dates import years
from ragkit.text.words import words

Thing = Literal["person", "time", "number", "place", "other"]

_UNITS = """
    km kilometre kilometres kilometer kilometers
    m metre metres meter meters
    cm centimetre centimetres centimeter centimeters
    mi mile miles
    ft foot feet
    kg kilogram kilograms
    g gram grams
    t tonne tonnes ton tons
    l litre litres liter liters
    ha hectare hectares
    s second seconds
    ms millisecond milliseconds
    min minute minutes
    h hour hours
    d day days
    week weeks
    month months
    yr year years
    % percent percentage
    ° degree degrees
    MB megabyte megabytes
    GB gigabyte gigabytes
    kW kilowatt kilowatts
    MW megawatt megawatts
    € EUR euro euros
    $ USD dollar dollars
"""
UNITS = [set(line.split()) for line in _UNITS.strip().splitlines()]
"""The spellings of each unit."""

# The first question word, with the noun or adjective that says what is asked for.
_ASKS = re.compile(
    r"""
    \b(?:
        (?P<person> who(?:m|se)?\b )
        | (?P<time> when\b | (?:which|what)\s(?:year|date|day|month|decade|century|season)\b )
        | (?P<number>
            how\s(?:many|much|long|far|high|deep|tall|wide|old|fast|heavy|large|big|often)\b
            | (?:which|what)\s(?:percentage|share|number|length|height|depth|distance|mass|weight
                |cost|price|speed|area|budget|capacity|population)\b )
        | (?P<place> where\b )
        | (?P<other> what|which|why|how )\b
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
# The word that may be a unit: "how many kilometres", "in euros", "as a percentage".
_OF_UNIT = re.compile(r"\b(?:how many|in|as a|what|which)\s([^\W\d]{2,})", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:now|nowadays|today|current|currently|at present|presently|at the moment|these days"
    r"|so far|to date|as yet|latest|most recent|newest|this (?:year|month|week|season)|still)\b",
    re.IGNORECASE,
)
_WINDOW = re.compile(r"\b(between|from|before|after|since|until)\b", re.IGNORECASE)
FIRST_YEAR, LAST_YEAR = 0, 9999

_DO = "did|does|do"
_BE = "was|were|is|are|has|have|had|will|can|could|may"
# The beginning of a question that asks about something which it takes for granted. The rest of the
# question, behind the auxiliary, says what.
_OPENING = re.compile(
    rf"""
    ^\W*
    (?:
        # a circumstance: "Why did", "Since when has", "In which year was"
        (?: why | (?:since\s)?when | where | how(?:\smuch)?
            | (?:in|on|at|by|for|from|under|during|since|until)\s(?:which|what)\s[\w\s-]{{1,30}}? )
        \s(?P<of_circumstance>{_DO}|{_BE})
        # an object: "How many goals did", "Which limit for nitrate does", "What did"
        | (?:how\smany|which|what)\s(?:(?P<object>[\w\s-]{{1,40}}?)\s)?(?P<of_object>{_DO})
        # a subject: "Which club is", but not "How many gates has the dam"
        | (?:how\smany|which|what)\s(?P<subject>[\w\s-]{{1,40}}?)\s(?P<of_subject>{_BE})
            (?!\s(?:the|an?|it|its|he|she|they|their|this|that)\b)
    )
    \s(?P<rest>[^?]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A clause that is stated in passing, up to the end of its sentence: "after the league merged with
# the union", but not "when did the league merge".
_CLAUSE = re.compile(
    rf"""
    \b(?:after|before|when|since|once|because|while)
    \s(?!(?:{_DO}|{_BE})\b)
    (?P<clause>(?:[^,.?]|\.(?!\s))+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What would be the case is not said to be the case.
_SUPPOSED = re.compile(r"\bwould\b", re.IGNORECASE)
LEAST = 3
"""Minimum number of words of a clause that states something, without stop words and numbers."""


def asks_for(question: str) -> Thing:
    """The kind of thing that a question asks for.

    >>> [asks_for(f"{words} it?") for words in ("Who built", "In which year was", "How far is")]
    ['person', 'time', 'number']
    """
    found = _ASKS.search(question)
    kinds: tuple[Thing, ...] = ("person", "time", "number", "place")
    for kind in kinds:
        if found and found[kind]:
            return kind
    return "other"


def unit_of(question: str) -> set[str]:
    """The spellings of the unit that a question asks for; empty where it names none.

    >>> sorted(unit_of("How many kilometres is it?"))[:2], unit_of("How many teams play?")
    (['kilometer', 'kilometers'], set())
    """
    if asks_for(question) != "number":
        return set()
    for asked in _OF_UNIT.finditer(question):
        for spellings in UNITS:
            if asked[1].lower() in spellings:
                return spellings
    return set()


def window(question: str) -> tuple[int, int] | None:
    """The first and the last year that a question allows; None where it names no span of years.

    >>> window("Who led it between 2030 and 2034?"), window("Who led it after 2030?")
    ((2030, 2034), (2030, 9999))
    >>> window("Who led it in 2030?") is None
    True
    """
    opening = _WINDOW.search(question)
    if opening is None:
        return None
    named = years(question[opening.end() :])
    if not named:
        return None
    word = opening[1].lower()
    if word in ("between", "from"):
        return min(named), max(named)
    if word in ("before", "until"):
        return FIRST_YEAR, named[0]
    return named[0], LAST_YEAR


def about_now(question: str) -> bool:
    """Whether the answer depends on the day on which a question is asked.

    >>> about_now("Who leads the league now?"), about_now("Who led the league in 2030?")
    (True, False)
    """
    return bool(_NOW.search(question))


def premise(question: str) -> str:
    """What a question takes for granted, as a question to which yes means true.

    It is empty where the words show nothing that could be checked.

    >>> premise("Why did the agency cancel Kestrel?")
    'Did the agency cancel Kestrel?'
    >>> premise("Which limit does the treaty set?"), premise("Which club is relegated?")
    ('Does the treaty set any limit?', 'Is any club relegated?')
    >>> premise("What changed after the league merged with the union?")
    'Is it true that the league merged with the union?'
    >>> premise("Who built the dam?"), premise("How many dams would it have built?")
    ('', '')
    """
    found = _OPENING.match(question)
    if found and not _SUPPOSED.search(question):
        return _yes_or_no(found)
    for clause in _CLAUSE.finditer(question):
        named = [word for word in words(clause["clause"]) if not word.isdigit()]
        if len(named) >= LEAST:
            return f"Is it true that {clause['clause'].strip()}?"
    return ""


def _yes_or_no(opening: re.Match[str]) -> str:
    """The yes-no question whether something is, of which a question asks why, when or which."""
    rest = opening["rest"].strip()
    if opening["of_circumstance"]:
        return f"{opening['of_circumstance'].capitalize()} {rest}?"
    if opening["of_subject"]:
        return f"{opening['of_subject'].capitalize()} any {opening['subject']} {rest}?"
    which = f"any {opening['object']}" if opening["object"] else "anything"
    return f"{opening['of_object'].capitalize()} {rest} {which}?"
