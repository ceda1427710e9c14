"""Exchange a value for another one of the same passages, so that word overlap cannot tell.

What comes out must be false by the passages, and nobody reads it again. So a value is exchanged
only for one of its type that is in no sentence together with it (an alias, a part, or the other
member of a list), and in no sentence that says nearly the same as the claim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ragkit.evaluate.golden.answers import holder
from ragkit.evaluate.golden.values import Value, values
from ragkit.state import Passage
from ragkit.text.spelling import clean
from ragkit.text.tables import statements
from ragkit.text.words import words

SAME_FACT = 0.5
"""Share of a claim's other words from which a sentence may state the same fact."""
LARGER = 20
"""How many times as large another number may be, so that it is plausible."""

CENTURY = 100
"""How many years a year may be away from another one."""


@dataclass(frozen=True)
class Context:
    """The passages that a claim is about, with what swaps look up in them."""

    passages: tuple[Passage, ...]
    types: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The types of names (`values.name_types`), by all that is known of them."""

    @cached_property
    def sentences(self) -> list[str]:
        """All sentences and rows."""
        found: list[str] = []
        for passage in self.passages:
            found += statements(passage.text)
        return found

    @cached_property
    def stems(self) -> list[set[str]]:
        """The stemmed words of each sentence."""
        return [set(words(sentence)) for sentence in self.sentences]

    @cached_property
    def values(self) -> list[Value]:
        """All values of the sentences."""
        found: list[Value] = []
        for sentence in self.sentences:
            found += values(sentence, self.types)
        return found

    @cached_property
    def letters(self) -> str:
        """The whole text in one spelling, to look claims up in."""
        text = "\n".join(self.sentences)
        return plain(text)


def plain(text: str) -> str:
    """A text in one spelling, in lower case and with single spaces.

    >>> plain("Kahn's  O(|V|)  **list**")
    "kahn's o( v ) list"
    """
    cleaned = clean(text)
    low = cleaned.lower()
    return " ".join(low.split())


def exchanged(text: str, value: Value, other: str) -> str:
    """A text with another value in the place of one of its own.

    >>> exchanged("In 1962 it was new.", Value("1962", "year", 3, 7), "1958")
    'In 1958 it was new.'
    """
    before = text[: value.start]
    after = text[value.end :]
    return before + other + after


def others(claim: str, value: Value, context: Context, same_fact: float = SAME_FACT) -> list[str]:
    """The values of the passages that make a claim false in the place of a value of its own.

    They are in order of appearance, each once; empty when none is safe. `same_fact` is the share of
    the claim's other words from which a sentence may state the same.
    """
    rest = set(words(exchanged(claim, value, " ")))
    found: dict[str, None] = {}
    for other in context.values:
        if other.type == value.type and _may_replace(value, other.text, claim):
            found[other.text] = None
    safe = []
    for text in found:
        if is_false(value, text, rest, context, same_fact):
            safe.append(text)
    return safe


def _may_replace(value: Value, other: str, claim: str) -> bool:
    """Whether a value differs in all its words, and would be fluent."""
    if not fits_article(claim[: value.start], value.text, other):
        return False
    if value.is_name:
        if set(_name_words(value.text)) & set(_name_words(other)):
            return False
        return holder(other).search(claim) is None
    if holder(other).search(claim):
        return False
    if value.type == "year":
        return value.text != other and abs(int(value.text) - int(other)) <= CENTURY
    return plain(value.text) != plain(other) and of_a_size(value.text, other)


def fits_article(before: str, value: str, other: str) -> bool:
    """Whether an article before a value is right for another one.

    >>> fits_article("It is a", "Czech", "Pole"), fits_article("It is a ", "Czech", "Austrian")
    (True, False)
    """
    has_article = re.search(r"\b[Aa]n?\s$", before)
    vowels = "AEIOUaeio8"
    return not has_article or (value[0] in vowels) == (other[0] in vowels)


def _name_words(name: str) -> list[str]:
    low = name.lower()
    return re.findall(r"[^\W_]+", low)


def of_a_size(one: str, other: str) -> bool:
    """Whether two numbers are alike in size and form; True for what is no number.

    >>> of_a_size("24", "10"), of_a_size("24", "2.5"), of_a_size("24", "Kahn")
    (True, False, False)
    """
    first, second = _size(one), _size(other)
    if first is None or second is None:
        return first is second
    smaller, larger = sorted([first, second])
    if smaller <= 1:
        return False
    for mark in (".", "illion"):
        if (mark in one) != (mark in other):
            return False
    return larger <= LARGER * smaller


def _size(number: str) -> float | None:
    digits = re.match(r"[$£€]?([\d,]*\d(?:\.\d+)?)", number)
    if digits is None:
        return None
    return float(digits[1].replace(",", ""))


def is_false(
    value: Value, other: str, rest: set[str], context: Context, same_fact: float = SAME_FACT
) -> bool:
    """Whether no sentence hints that the claim is true with the other value as well.

    `rest` has the stemmed words of the claim without its value.
    """
    with_other = holder(other)
    with_own = holder(value.text)
    for sentence, stems in zip(context.sentences, context.stems, strict=True):
        if not with_other.search(sentence):
            continue
        has_own = with_own.search(sentence)
        if value.is_name and has_own:
            return False
        shared = len(rest & stems)
        if shared > same_fact * len(rest) and not has_own:
            return False
    return True


def is_said(claim: str, context: Context) -> bool:
    """Whether the passages contain a claim word for word."""
    letters = plain(claim)
    bare = letters.rstrip(".")
    return bare in context.letters


def typed(text: str, context: Context) -> Sequence[Value]:
    """The values of a text, with the types of names that the passages give."""
    return values(text, context.types)
