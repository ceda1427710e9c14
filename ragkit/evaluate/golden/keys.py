"""Whether a text contains a key: the spelling of a number, a name or a formula.

Case, Unicode forms, spaces, markup and thousands separators are ignored. A number must not be part
of a longer one, and a word must not begin inside another word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bm25s.stopwords import STOPWORDS_EN

from ragkit.text.forms import plain

MARK = r"[*`$\\_|·×\s]"
"""A character that may be between the letters of a formula without changing it."""
TYPOGRAPHIC = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("‘’ʼ", "'"))
"""Hyphens, dashes, minus signs and apostrophes, which typesetting models write."""
THOUSANDS = re.compile(r"(?<=\d)[, ](?=\d{3}(?!\d))")
"""A thousands separator."""
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
"""A number that is not part of a word or of another number."""
PUNCTUATION = ".,;:!?'\"()-–…"
"""Signs of any sentence, of which a key does not consist."""
SMALL = {*STOPWORDS_EN} - {"no", "not"}
"""Words that are in nearly every answer. A correction may consist of *no*."""


def holds_one(text: str, group: Sequence[str], tolerance: float = 0.0) -> bool:
    """Whether a text contains one of the spellings of a group of keys."""
    return any(holds(text, spelling, tolerance) for spelling in group)


def holds(text: str, key: str, tolerance: float = 0.0) -> bool:
    """Whether a text contains a key, by the rules of `correct`.

    >>> holds("It takes 1,000 steps.", "1000"), holds("It takes 10000 steps.", "1000")
    (True, False)
    >>> holds("About 99.5 ms.", "100"), holds("About 99.5 ms.", "100", tolerance=0.01)
    (False, True)
    """
    text = THOUSANDS.sub("", on_a_keyboard(text))
    key = THOUSANDS.sub("", on_a_keyboard(key))
    if tolerance and NUMBER.fullmatch(key):
        return _holds_about(text, float(key), tolerance)
    if re.fullmatch(r"[\w.-]+", key):
        # a number must not go on with another digit; a word may go on: "exponentially"
        whole = rf"(?<![\w.]){re.escape(key)}(?!(?<=\d)[.]?\d)"
        return bool(re.search(whole, text, re.IGNORECASE))
    return _spelled(key, text)


def on_a_keyboard(text: str) -> str:
    """A text in one Unicode form, with the hyphens, minus signs and apostrophes of a keyboard."""
    return plain(text).translate(TYPOGRAPHIC)


def _holds_about(text: str, value: float, tolerance: float) -> bool:
    """Whether a text contains a number within the tolerance, a fraction of the value."""
    largest_error = tolerance * abs(value)
    for number in NUMBER.findall(text):
        error = abs(float(number) - value)
        if error <= largest_error:
            return True
    return False


def _spelled(key: str, text: str) -> bool:
    """Whether a text contains a key of several words or signs, whatever marks are in between.

    >>> _spelled("O(VE)", "in O(|V| * |E|) steps"), _spelled("5 %", "about 5%")
    (True, True)
    >>> _spelled("5 %", "about 15 %"), _spelled("RFC 10", "RFC 1034")
    (False, False)
    """
    letters = re.sub(MARK, "", key)
    pattern = f"{MARK}*".join(map(re.escape, letters))
    # A number at either end must not be part of a longer one.
    if letters[:1].isdigit():
        pattern = rf"(?<![\d.]){pattern}"
    if letters[-1:].isdigit():
        pattern = rf"{pattern}(?!\.?\d)"
    return bool(re.search(pattern, text, re.IGNORECASE))


def says_nothing(key: str) -> str:
    """Why nearly every answer holds a key; an empty text where that is not so.

    A key that is a word is also found at the beginning of others, as *north* in *northern*.

    >>> says_nothing("|"), says_nothing("P"), says_nothing("the"), says_nothing("class P")
    ('only spaces and marks', 'a single letter', 'a small word', '')
    """
    word = key.strip().lower()
    signs = re.sub(MARK, "", word).strip(PUNCTUATION)
    if not any(map(str.isprintable, signs)):
        return "only spaces and marks" if key else "empty"
    if re.fullmatch("[a-z]", word):
        return "a single letter"
    return "a small word" if word in SMALL else ""
