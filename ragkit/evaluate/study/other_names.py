"""Names of one kind in a document: other dams beside Marren Dam, other satellites beside Tern-3.

Of one kind are names of one type (`golden/values.py`), however they are used in their sentences,
names with the same last word, names that differ in their numbers only, and cells of one column of a
table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ragkit.evaluate.golden.follow_ups import NAME
from ragkit.evaluate.golden.other_questions import Other
from ragkit.evaluate.golden.swaps import exchanged
from ragkit.evaluate.golden.values import DAYS, MONTHS, Value
from ragkit.text.anchors import NO_NAMES
from ragkit.text.tables import Row, blocks
from ragkit.text.words import words

PART = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")
TIMES = set(f"{MONTHS}|{DAYS}".split("|"))
SHORTEST = 3
"""Minimum number of characters of a word by which a name, or its kind, is known."""


def other_names(question: str, text: str, types: Mapping[str, str]) -> list[Other]:
    """The question with each of its names exchanged for others of the kind that a text has.

    `types` has the types of names.

    >>> [other.question for other in other_names("How high is Marren Dam?", "By the Dun Dam.", {})]
    ['How high is Dun Dam?']
    """
    made = []
    for value in _values(question):
        for name in _of_its_kind(value.text, text, types):
            if name not in question and not _are_nested(value.text, name):
                other = exchanged(question, value, name)
                made.append(Other(other, value, name))
    return made


def are_of_a_kind(one: str, other: str) -> bool:
    """Whether two names have the same last word, or differ in their numbers only.

    >>> are_of_a_kind("Marren Dam", "Dun Dam"), are_of_a_kind("Tern-3", "Tern-1")
    (True, True)
    >>> are_of_a_kind("Marren Dam", "Marren Lake"), are_of_a_kind("May 3", "May 5")
    (False, False)
    """
    parts = [*PART.findall(one), *PART.findall(other)]
    if not TIMES.isdisjoint(parts):
        return False
    if re.sub(r"\d+", "0", one) == re.sub(r"\d+", "0", other):
        return True
    if " " not in one or " " not in other:
        return False
    last = one.split()[-1]
    return last == other.split()[-1] and last.isalpha() and len(last) >= SHORTEST


def marks(other: Other) -> list[str]:
    """What a text about the other value has: the value, or a part that the own value lacks.

    >>> value = Value("Marren Dam", "name", 12, 22)
    >>> marks(Other("How high is Dun Dam?", value, "Dun Dam"))
    ['Dun Dam', 'Dun']
    """
    own = PART.findall(other.value.text)
    found = [other.other]
    for part in PART.findall(other.other):
        is_known = part in own or part in found
        if len(part) >= SHORTEST and not is_known:
            found.append(part)
    return found


def _of_its_kind(name: str, text: str, types: Mapping[str, str]) -> dict[str, None]:
    """The names of a text that are of the kind of one, each once and in order."""
    type = types.get(name, "")
    found: dict[str, None] = {}
    for match in NAME.finditer(text):
        other = _without_opener(_name(match))
        is_of_type = type and types.get(other) == type
        if is_of_type or are_of_a_kind(name, other):
            found[other] = None
    for column in _columns(text):
        if name in column:
            found.update((other, None) for other in column)
    return found


def _are_nested(one: str, other: str) -> bool:
    """Whether a name is a part of another one, and so perhaps its short form."""
    parts = set(PART.findall(one))
    others = set(PART.findall(other))
    return parts <= others or others <= parts


def _columns(text: str) -> Iterator[list[str]]:
    """The names in each column of a text's tables."""
    found: dict[tuple[tuple[str, ...], int], list[str]] = {}
    for block in blocks(text):
        if not isinstance(block, Row):
            continue
        for number, cell in enumerate(block.cells):
            if NAME.fullmatch(cell):
                found.setdefault((block.head, number), []).append(cell)
    yield from found.values()


def _values(question: str) -> Iterator[Value]:
    """Yield the names of a question. Its first word has its capital for its place."""
    for found in NAME.finditer(question):
        written = _name(found)
        name = _without_opener(written)
        if not name or (found.start() == 0 and name == written):
            continue
        end = found.start("words") + len(written)
        yield Value(name, "name", end - len(name), end)


def _name(found: re.Match[str]) -> str:
    """A name up to the end of its sentence."""
    first, *_ = found["words"].split(". ")
    return first.rstrip(".-*")


def _without_opener(name: str) -> str:
    """A name without the small word with a capital that opens its sentence.

    >>> _without_opener("By Dun Dam"), _without_opener("The")
    ('Dun Dam', '')
    """
    first, _, rest = name.partition(" ")
    is_small = first.lower() in NO_NAMES or not words(first)
    return rest if is_small else name
