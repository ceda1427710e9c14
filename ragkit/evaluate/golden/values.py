"""The values in a text that can be exchanged: years, numbers, amounts, formulas and names, by type.

Values of one type fit into each other's place: a year for a year, a number of yards for a number of
yards, a person for a person. There is no model here. The type of a name comes from the words around
it, wherever the passages have it: what is "in" something is a place, what something is "by" is a
person. A name without such a clue, or with two, has no type and is left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ragkit.text.anchors import NO_NAMES
from ragkit.text.words import words

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
COUNTS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
ORDINALS = "second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
NAME_WORD = r"[A-ZÀ-Þ][\w’'-]*\*?"

# What is found first at a place counts.
VALUE = re.compile(
    rf"""
    (?P<formula> (?<!\w)[OΘΩ]\((?:[^()\n]|\([^()\n]*\))+\) )    # O(V + E), O(log(n))
    | (?P<money> [$£€]\d[\d,.]*\d(?:[ ](?:thousand|million|billion|trillion))? )
    | (?P<percent> (?<![\w.,-])\d+(?:\.\d+)?(?:[ ]?%|[ ]percent\b|[ ]per[ ]cent\b) )
    | (?P<month> \b(?:{MONTHS})\b(?![ ][A-Z]) )
    | (?P<day> \b(?:{DAYS})\b )
    | (?P<ordinal> (?<![\w.,-])\d+(?:st|nd|rd|th)\b | \b(?:{ORDINALS})\b )
    | (?P<year> (?<![\w.,/–-])(?:1[0-9]|20)\d\d(?![\w,.]?\d|[\w/–%-]) )
    | (?P<number>
        (?<![\w.,/–^(-])(?<![-+*=<>^(]\s)                       # not in a formula or a range
        (?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?
        (?![\w/–^)-]|[.,]\d|\s?[-+*=<>^])
        (?:[ ](?:thousand|million|billion|trillion)\b)?
    )
    | (?P<count> \b(?:{COUNTS})\b(?!-) )
    | (?P<name> (?<![\w'’-]){NAME_WORD}(?:[ ](?:(?:of|de|van|von|der|la|du)[ ])?{NAME_WORD})*\.? )
    """,
    re.VERBOSE,
)
# A year is a number without a unit, after one of these.
_DATING = re.compile(
    rf"(?:\b(?:in|since|until|by|from|of|to|between|and|before|after|during|circa|early|late|year|"
    rf"spring|summer|autumn|fall|winter|{MONTHS})|,|\(|\d,)\s*$",
    re.IGNORECASE,
)
# A number that belongs to a name: Super Bowl 50, Chapter 3, figure 2.
_IN_NAME = re.compile(r"(?:\b[A-Z][\w-]*|\b(?:figure|section|chapter|table|version|step))\s$")
_DAY_OF_MONTH = re.compile(rf"\b(?:{MONTHS})\s$")
_BEFORE_MONTH = re.compile(rf"^\s(?:{MONTHS})\b")
_SMALL = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")
_NEXT_WORD = re.compile(r"^[\s-]([a-z]+)")
_TITLES = (
    "Mr|Mrs|Ms|Dr|Sir|Lord|Lady|President|King|Queen|Emperor|General|Professor|Pope|Saint|"
    "Prince|Princess|Captain|Senator|Governor|cornerback|quarterback|linebacker|physicist|"
    "mathematician|actor|actress|director|singer|author|writer|composer"
)
_PERSON_BEFORE = re.compile(rf"\b(?:by|{_TITLES})\.?\s$")
_PERSON_AFTER = re.compile(
    r"^(?:,? who\b|\s(?:said|says|wrote|argued|argues|claimed|believed|thought|died|was born|"
    r"married|invented|discovered|published|proved|showed|told|described|suggested|himself|herself"
    r")\b)"
)
_PLACE_BEFORE = re.compile(r"\b(?:in|near|throughout|across|outside|city of|town of)\s(?:the\s)?$")
_PART_BEFORE = re.compile(r"\b(?:[A-Z]\w+|province|state|county|city),\s$")
"""What names a part of the place that follows: Paris, France."""
LARGER = "larger place"
"""The type of a place of which the passages name a part. It is not exchanged for a place, which
may be a part of it."""
_THE_BEFORE = re.compile(r"\b[Tt]he\s$")
_IN_BRACKETS = re.compile(r"\($")
# A name in a list, within another name, or of a part of a place: it would not be fluent, or not
# false, with another one.
_IN_LIST = re.compile(
    r"(?:[A-Z]\w+,? (?:and |or )?"
    r"|\b(?:north|south|east|west|central|mid|modern|upper|lower)\w*[ -])$"
)
_LIST_FOLLOWS = re.compile(r"^(?:,? (?:and |or )?(?:the )?[A-Z]|-)")
_ADJECTIVE = re.compile(
    r"(?:ish|ese|ian|ean|can|erman|ench|utch|eek|wiss|oman|ongol|slamic|hristian|atholic)$"
)
_FAITH = re.compile(r"(?:Christian|Jewish|Islamic|Catholic|Lutheran|Anglican|Calvin)")
_NOUN_AFTER = re.compile(
    r"^\s(?!(?:and|or|of|in|is|was|were|are|has|had|to|for|with|from|who|by|as|at|on)\b)[a-z]{3,}"
)
_ENDS = {
    "school": "University College School Institute Academy",
    "water": "River Lake Sea Ocean Bay Canal",
    "event": "War Battle Revolution Rebellion Olympics Festival Cup",
    "road": "Street Avenue Road Highway Boulevard",
    "company": "Company Corporation Inc Ltd Group Entertainment Records Studios Network",
    "club": "Club League Conference Association Team Band Union Party",
    "law": "Act Treaty Law Code",
    "prize": "Award Awards Prize Medal",
    "building": "Church Palace Castle Museum Tower Hall Stadium Theatre Cathedral Airport Center",
    "region": "County Island Islands Valley Mountains Park",
}
_CLASSES = {end: name for name, ends in _ENDS.items() for end in ends.split()}
_LARGE = {"Europe", "Asia", "Africa", "America", "North America", "Earth", "World"}
"""Places that have most others in them."""
_WIDE = {"British", "European", "Asian", "African", "Western", "Eastern"}
"""What most people of another adjective are too."""
_NO_NAME = {"I", "A", "The", "However", "Thus", "OPT", *MONTHS.split("|"), *DAYS.split("|")}
_NO_NAME |= (
    _LARGE | _WIDE | {"Under", "During", "Within", "Among", "Many", "Other", "Along", "Several"}
)
_OFFICES = {"Minister", "Route", "President", "King", "Queen", "General", "Governor", "Mayor"}
"""Last words of what is no name alone: Prime Minister."""


@dataclass(frozen=True)
class Value:
    """A value with its place in a text."""

    text: str
    type: str
    """Values of one type can be exchanged; empty for a name that has none."""
    start: int
    end: int

    @property
    def is_name(self) -> bool:
        """Whether it is a name, and no number."""
        return self.type.startswith("name")


def values(text: str, types: Mapping[str, str]) -> list[Value]:
    """The values of a text that have a type, in order; `types` has the types of names.

    >>> found = values("In 1962 Kahn sorted 40 tasks and three lists in O(n).", {"Kahn": "person"})
    >>> [(value.text, value.type) for value in found]
    [('1962', 'year'), ('Kahn', 'name person of what follows'), ('40', 'number task'),
     ('three', 'count list'), ('O(n)', 'formula')]
    """
    found = []
    for match in VALUE.finditer(text):
        written = _name(match) or match[0]
        start = match.start()
        type = _type(match, written, types)
        if type:
            found.append(Value(written, type, start, start + len(written)))
    return found


def _type(match: re.Match[str], written: str, types: Mapping[str, str]) -> str:
    """The type of a match; empty when it is not to be exchanged."""
    before = match.string[: match.start()]
    after = match.string[match.end() :]
    kind = match.lastgroup or ""
    if kind == "name":
        return _name_type(written, before, match.string[match.start() + len(written) :], types)
    if kind == "year":
        is_dated = bool(_DATING.search(before)) and not _unit(after, {"and"})
        kind = "year" if is_dated else "number"
    if kind == "number" and (_DAY_OF_MONTH.search(before) or _BEFORE_MONTH.search(after)):
        return "day of a month"
    if kind in ("number", "count", "ordinal"):
        if _IN_NAME.search(before):
            return ""
        unit = _unit(after)
        return f"{kind} {unit}" if unit else ""
    return kind


def _name_type(name: str, before: str, after: str, types: Mapping[str, str]) -> str:
    """The type of a name at a place: that of the name, and how the words around it use it."""
    type = types.get(name, "")
    if not type:
        return ""
    if _IN_BRACKETS.search(before) or _IN_LIST.search(before):
        return ""
    if _LIST_FOLLOWS.match(after):
        return ""
    the = " the" if _THE_BEFORE.search(before) else ""
    leads = " of what follows" if _NOUN_AFTER.match(after) else ""
    return f"name {type}{the}{leads}"


def _unit(after: str, unless: Iterable[str] = ()) -> str:
    """The stem of the next word, such as `yard`, if it is no stop word."""
    following = _NEXT_WORD.match(after)
    if following is None or following[1] in unless:
        return ""
    stems = words(following[1])
    return stems[0] if stems else ""


def name_types(texts: Iterable[str]) -> dict[str, str]:
    """The type of each name in some texts that has exactly one clue.

    >>> name_types(["It was sorted by Kahn in Paris. Kahn, who lives near Rome, sorts."])
    {'Kahn': 'person', 'Paris': 'place', 'Rome': 'place'}
    """
    clues: defaultdict[str, set[str]] = defaultdict(set)
    small: set[str] = set()
    for text in texts:
        small.update(_SMALL.findall(text))
        for match in VALUE.finditer(text):
            name = _name(match)
            if _is_name(name):
                clues[name] |= _clues(name, match, text)
    found = {}
    for name, types in clues.items():
        if LARGER in types:
            types -= {"place"}
        # A word that is written small elsewhere has its capital from a title, or from a sentence.
        if len(types) == 1 and name.lower() not in small:
            found[name] = min(types)
    return found


def _name(match: re.Match[str]) -> str:
    """The name of a match, without what follows it; empty when it is no name."""
    written = match["name"] or ""
    bare = written.rstrip(".")
    # of "Kahn's" only the owner
    return re.sub(r"['’]s?$", "", bare)


def _is_name(name: str) -> bool:
    words_of = name.split()
    if not words_of:
        return False
    first = words_of[0]
    last = words_of[-1]
    if len(last) < 2 or last in _OFFICES:
        return False
    if name in _NO_NAME or first in _NO_NAME:
        return False
    is_stop_word = not words(first)
    return not is_stop_word and first.lower() not in NO_NAMES


def _clues(name: str, match: re.Match[str], text: str) -> set[str]:
    """What the words of a name, and those around it, say about its type."""
    last = name.split()[-1]
    if last in _CLASSES:
        return {_CLASSES[last]}
    before, after = text[: match.start()], text[match.start() + len(name) :]
    if name.isupper() and len(name) > 2:
        return {"acronym"}
    if _ADJECTIVE.search(name) and _NOUN_AFTER.match(after):
        return {"faith" if _FAITH.match(name) else "adjective"}
    # "by Welsh singers": the name only describes the word behind it.
    describes = bool(_NOUN_AFTER.match(after)) and " " not in name
    found = set()
    if _PERSON_AFTER.match(after) or (_PERSON_BEFORE.search(before) and not describes):
        found.add("person" if " " not in name else "person with two names")
    if _PLACE_BEFORE.search(before) and not describes:
        found.add("place")
    if _PART_BEFORE.search(before):
        found.add(LARGER)
    return found
