"""One form for each text, in however many ways Unicode can write it.

A copied PDF has ligatures, a web page soft hyphens, macOS accents of their own, an East Asian
keyboard letters of full width. Nobody sees a difference, so none may keep a word from being found.
Left out: other spellings of a word. *Borůvka* and *Boruvka* differ here (`spelling.py`).
"""

from __future__ import annotations

import unicodedata

import regex

# Signs that stand for words or numbers of their own, as in Windows™, 40㎏ and 1½; and raised or
# lowered digits behind a digit: 10² is not 102. Behind a letter they are part of it: m², CO₂.
_APART = regex.compile(
    r" ?([\p{So}\p{dt=circle}\p{dt=square}\p{dt=fraction}]|(?<=\d)[\p{dt=super}\p{dt=sub}]) ?"
)
# Signs that show nothing (soft hyphens, zero width spaces, joiners), the stroke that makes an
# Arabic word longer, and the points for vowels that Arabic and Hebrew may leave out.
_SILENT = regex.compile(r"[\p{DI}\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1-\u05c7]")
_DIGIT = regex.compile(r"[^\D0-9]")
# Marks that set words off: **bold**, `code`, the backslash before a sign; not those of a**b.
_MARKS = regex.compile(r"(?<!\w)[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)|\\(?=[^\w\s])")
# The beginning of a heading or of a list item, and a line that only rules.
_LINE_MARKS = regex.compile(r"^[ \t]*(?:#{1,6}[ \t]|[-*+•][ \t]|[-=|: \t]+$)", regex.MULTILINE)
# Signs in which letters can be hidden or turned round: no honest copy differs in them.
_HIDES = regex.compile(r"[\U000e0000-\U000e0fff\u202a-\u202e\u2066-\u2069]")
_QUOTES = str.maketrans("‘’“”", "''\"\"")


def plain(text: str) -> str:
    """A text in one Unicode form, with digits from 0 to 9; its case stays.

    >>> plain("ﬁlter"), plain("cafe\\u0301"), plain("wa\\u00adter\\u200bfall"), plain("٤０ ㎏")
    ('filter', 'café', 'waterfall', '40 kg ')
    >>> plain("10² m²")
    '10 2 m2'
    """
    if text.isascii():
        return text
    text = _APART.sub(r" \1 ", text)
    # Taken apart, cleared, and put together again, which is NFKC.
    text = unicodedata.normalize("NFKD", text)
    text = _SILENT.sub("", text)
    text = unicodedata.normalize("NFC", text)
    text = text.replace("ʼ", "'")
    return _DIGIT.sub(_from_0_to_9, text)


def _from_0_to_9(digit: regex.Match[str]) -> str:
    value = unicodedata.digit(digit[0])
    return str(value)


def folded(text: str) -> str:
    """A text in one Unicode form, in which capitals are small letters.

    >>> folded("STRASSE") == folded("Straße"), folded("İzmir")
    (True, 'izmir')
    """
    if text.isascii():
        return text.lower()
    return plain(text).casefold().replace("i\u0307", "i")


def likeness(text: str) -> str:
    """What is left of a text if case, white space and markup do not count: copies have the same.

    >>> likeness("# Owls\\n\\n* They **hunt**  mice.") == likeness("OWLS\\n- They hunt\\nmice.")
    True
    >>> likeness("They hunt 2 mice.") == likeness("They hunt 3 mice.")
    False
    """
    bare = _HIDES.sub("\N{REPLACEMENT CHARACTER}", text)
    bare = _LINE_MARKS.sub("", bare)
    bare = _MARKS.sub("", bare)
    small = folded(bare)
    words = small.translate(_QUOTES).split()
    return " ".join(words)
