"""Which language a document is written in.

The kit is for English, so a folder in another language is told so. Where a text has too few
different words, such as a table of numbers or a title, no language is told: any guess of py3langid
would be noise. Left out: documents in several languages, of which one is named.
"""

from __future__ import annotations

from ragkit.text.words import all_words

ENGLISH = "English"
SAMPLE = 20_000
"""Number of characters at the beginning of a document that are looked at."""
FEWEST = 12
"""Minimum number of different words from which a language is told."""
NONE = "zxx"
"""What py3langid calls a text in no language."""
_NAMES = """
    ar Arabic bg Bulgarian bn Bengali ca Catalan cs Czech da Danish de German el Greek en English
    es Spanish et Estonian fa Persian fi Finnish fr French he Hebrew hi Hindi hr Croatian
    hu Hungarian id Indonesian it Italian ja Japanese km Khmer ko Korean lo Lao lt Lithuanian
    lv Latvian my Burmese nb Norwegian nl Dutch nn Norwegian no Norwegian pl Polish pt Portuguese
    ro Romanian ru Russian sk Slovak sl Slovenian sr Serbian sv Swedish ta Tamil th Thai tr Turkish
    uk Ukrainian ur Urdu vi Vietnamese zh Chinese
"""
NAMES = dict(zip(_NAMES.split()[::2], _NAMES.split()[1::2], strict=True))
"""Languages by their codes in ISO 639-1. Of another language the code is shown."""


def language_of(text: str) -> str:
    """The language of a text; empty where that cannot be told.

    >>> language_of("The pump is in the hall. Only those who have a key may use it at night.")
    'English'
    >>> [language_of(text) for text in ("水泵的最大流量是每分钟四十升。", "| P1 | 40 |", "Manual")]
    ['Chinese', '', '']
    """
    # Its model takes a second to load, and most folders are read from the cache.
    import py3langid

    sample = text[:SAMPLE]
    different = {word for word in all_words(sample) if not word.isdigit()}
    if len(different) < FEWEST:
        return ""
    code, _ = py3langid.classify(sample)
    return "" if code == NONE else NAMES.get(code, code)
