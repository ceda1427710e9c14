"""The people and places that some documents name, so that one can be exchanged for another.

No model is asked. Whom a thing is "by" is a person, what it is "in" is a place. A name with both
clues, or with none, is left alone. So fewer names are exchanged than there are, but those that are
fit into each other's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ragkit.text.anchors import NO_NAMES
from ragkit.text.words import words

_YEAR = "January February March April May June July August September October November December"
MONTHS = _YEAR.split()
NAME = r"[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-ZÀ-Þ][a-zß-ÿ]+)*"
"""Words with a capital, side by side; without acronyms, initials and words with hyphens."""
# After a name: no 's, hyphen, further name or number, and no noun that the name only describes, as
# in "by Monte Carlo methods".
_GOES_ON = r"(?:and|or|in|at|of|from|who|whose|with|to|for|as|on|is|was)\b"
_ENDS = rf"(?!['’\w-]|\s[A-ZÀ-Þ\d]|\s(?!{_GOES_ON})[a-z]{{2}})"
PERSON = re.compile(rf"\bby ({NAME}){_ENDS}")
PLACE = re.compile(rf"\b(?:in|near) ({NAME}){_ENDS}")


def names(texts: Iterable[str]) -> dict[str, str]:
    """The names in some texts that are persons or places, each with its type.

    Names of one type have as many words, too.

    >>> names(["It is by Richard Korf and others.", "Kahn worked in Paris, near May."])
    {'Richard Korf': 'person of 2', 'Paris': 'place of 1'}
    """
    people: dict[str, str] = {}
    places: dict[str, str] = {}
    for text in texts:
        by = PERSON.findall(text)
        people |= _typed("person", by)
        where = PLACE.findall(text)
        places |= _typed("place", where)
    found = people | places
    # a name of both types
    for name in people.keys() & places.keys():
        del found[name]
    return found


def _typed(what: str, found: Iterable[str]) -> dict[str, str]:
    typed = {}
    for name in found:
        parts = name.split()
        if _names_something(parts[0]):
            typed[name] = f"{what} of {len(parts)}"
    return typed


def _names_something(word: str) -> bool:
    """Whether a word is no month, no number and no stop word."""
    low = word.lower()
    if word in MONTHS or low in NO_NAMES:
        return False
    is_stop_word = not words(low)
    return not is_stop_word


def others_of(name: str, types: Mapping[str, str]) -> list[str]:
    """The other names of a name's type, in order; none of them shares a word with it."""
    own = set(name.split())
    found = []
    for other, type in types.items():
        shared = own.intersection(other.split())
        if type == types[name] and not shared:
            found.append(other)
    return sorted(found)
