"""The values of a sentence that can be falsified, and what may take the place of each.

A value is a number, a year, a day, a number word, a month, a person or a place. A false one has the
same form and about the same size, so that the sentence stays fluent: 117,400 may become 152,600,
and "three" may become "five". Left out: formulas. A bound of O(n^2) is true where O(n log n) is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ragkit.evaluate.noise.names import MONTHS, others_of
from ragkit.text.anchors import CARDINALS, NUMBER_WORDS, ORDINALS

_BEFORE = r"(?<![\w.,^/–-])(?<!\w\()(?<![-+*=<>] )"
_AFTER = r"(?![\w^/–-]|[.,]\d| [-+*=<>])"
NUMBER = re.compile(_BEFORE + r"\d+(?:,\d{3})*(?:\.\d+)?" + _AFTER)
"""A number on its own: not in a name, a formula, a range, a date of figures or a version."""
DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)}) \d+\b|\b\d+ (?:{'|'.join(MONTHS)})\b")
COUNTED = (CARDINALS.split()[1:], ORDINALS.split()[2:])
"""Number words in two lists: two to twelve, and third to twelfth."""
FACTORS = (0.55, 0.65, 0.75, 1.3, 1.45, 1.6, 1.8)
"""By how much a false number differs."""
YEARS = range(1500, 2100)
AWAY = (-11, -9, -7, -6, -5, -4, -3, 3, 4, 5, 6, 7, 9, 11)
"""How far a false year is away."""
RECENT = 2010
"""A later year is exchanged for an earlier one only, which is not in the future."""
SMALL = range(2, 21)
"""Numbers that are exchanged for one at most four away. For 0 and 1 nothing else is fluent."""
AT_MOST = r"at most|up to|within|less than|fewer than|(?:no|not|never) (?:\w+ )?more than"
AT_LEAST = r"at least|(?:no|not|never) (?:\w+ )?(?:less|fewer) than"
"""Bounds. A larger upper bound, or a smaller lower one, would be true as well."""
VOWEL = re.compile(r"(?:8|11(?!\d)|18(?!\d)|[aeio])", re.IGNORECASE)
"""The start of a value that follows "an" and not "a"."""


def candidates(text: str, types: Mapping[str, str]) -> dict[str, list[str]]:
    """The values of a text, each with what may take its place; `types` has the types of names.

    >>> found = candidates("In 1962 Kahn sorted 117,400 tasks in three lists.", {})
    >>> [(value, others[0]) for value, others in found.items()]
    [('1962', '1951'), ('117,400', '64,600'), ('three', 'two')]
    """
    found: dict[str, list[str]] = {}
    for match in NUMBER.finditer(text):
        found[match[0]] = other_numbers(match[0], _is_day(match[0], text))
    for word in re.findall(r"[^\W\d_]+", text):
        found[word] = _other_words(word)
    for name in types:
        if standing(name).search(text):
            found[name] = others_of(name, types)
    fitting = {}
    for value, others in found.items():
        fits = [other for other in others if _fits(text, value, other)]
        if fits:
            fitting[value] = fits
    return fitting


def _is_day(number: str, text: str) -> bool:
    """Whether a number is beside the name of a month."""
    days = DAY.findall(text)
    alone = standing(number)
    return any(map(alone.search, days))


def other_numbers(written: str, is_day: bool = False) -> list[str]:
    """Numbers of the same form and about the same size; none for 0 and 1.

    >>> other_numbers("12.4")[:3], other_numbers("60,000")[:3]
    (['6.8', '8.1', '9.3'], ['30,000', '40,000', '80,000'])
    >>> other_numbers("3"), other_numbers("2019")[:2], other_numbers("30", is_day=True)[:2]
    (['2', '4', '5', '6', '7'], ['2008', '2010'], ['2', '3'])
    """
    bare = written.replace(",", "")
    value = _value(written)
    if value in (0, 1):
        return []
    numbers: Iterable[object]
    if is_day:
        numbers = range(2, 29)
    elif bare == written and value in YEARS:
        numbers = _other_years(int(value))
    elif value in SMALL and "." not in bare:
        numbers = [near for near in SMALL if abs(near - value) <= 4]
    else:
        numbers = [_scaled(written, factor) for factor in FACTORS]
    # each once
    different = dict.fromkeys(map(str, numbers))
    return [number for number in different if _value(number) != value]


def _other_years(year: int) -> list[int]:
    """Years that are some years away, and not in the future."""
    years = [year + away for away in AWAY]
    if year > RECENT:
        return [other for other in years if other < year]
    return years


def _value(written: str) -> float:
    return float(written.replace(",", ""))


def _scaled(written: str, factor: float) -> str:
    """A number times a factor, with the same decimal places, zeros at the end, and separators."""
    bare = written.replace(",", "")
    whole, _, decimals = bare.partition(".")
    zeros = len(whole) - len(whole.rstrip("0"))
    if decimals:
        zeros = 0
    step = 10**zeros
    steps = float(bare) * factor / step
    places = len(decimals)
    product = round(steps, places) * step
    separator = "," if "," in written else ""
    return f"{product:{separator}.{places}f}"


def _other_words(word: str) -> list[str]:
    """The other months, or number words at most four away; none for any other word."""
    if word in MONTHS:
        return [month for month in MONTHS if month != word]
    for counted in COUNTED:
        if word in counted:
            place = counted.index(word)
            near = counted[max(0, place - 4) : place + 5]
            return [other for other in near if other != word]
    return []


def _fits(text: str, value: str, other: str) -> bool:
    """Whether another value is right after an article before the first, and false as a bound."""
    written = re.escape(value)
    has_article = re.search(rf"\b[Aa]n? {written}(?!\w)", text)
    if has_article and _an(value) != _an(other):
        return False
    bound = AT_LEAST
    if _size(other) > _size(value):
        bound = AT_MOST
    is_bound = re.search(rf"\b(?:{bound})(?: \w+){{0,2}} {written}(?!\w)", text)
    return not is_bound


def _an(value: str) -> bool:
    """Whether a value follows "an", and not "a"."""
    return VOWEL.match(value) is not None


def _size(value: str) -> float:
    """What a number or a number word counts; 0 for any other value."""
    if value[0].isdigit():
        return _value(value)
    return float(NUMBER_WORDS.get(value, 0))


def standing(value: str) -> re.Pattern[str]:
    """A pattern that finds a value on its own, and not within a word or a longer number.

    >>> alone = standing("19")
    >>> bool(alone.search("In 1962, 19.5 and 19,000.")), bool(alone.search("(19)."))
    (False, True)
    """
    before = r"(?<![\w-])(?<!\d[.,])"
    after = r"(?![\w-]|(?<=\d)[.,]\d)"
    return re.compile(before + re.escape(value) + after)


def exchanged(text: str, others: Mapping[str, str]) -> str:
    """A text with all values exchanged at once, wherever they stand alone.

    >>> exchanged("In 1962, not 1958, by Kahn.", {"1962": "1958", "1958": "1951", "Kahn": "Korf"})
    'In 1958, not 1951, by Korf.'
    """
    if not others:
        return text
    longest_first = sorted(others, key=len, reverse=True)
    patterns = "|".join(_place(value) for value in longest_first)
    return re.sub(patterns, lambda match: others[match[0]], text)


def _place(value: str) -> str:
    """A pattern for where a value is exchanged."""
    if value[0].isdigit():
        return _BEFORE + re.escape(value) + _AFTER
    return standing(value).pattern
