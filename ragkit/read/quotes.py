"""Find a quotation in a text that was typed, wrapped, hyphenated or marked up differently.

Gold quotes are written once and must survive PDF extraction, another chunk size, a table's pipes. So only
letters and digits are compared, and an index leads back to the characters of the text. Left out: fuzzy
matching; a quote with another word in it is another quote.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from unicodedata import normalize

LINK_TARGET = re.compile(r"(?<=\])\([^()\s]*\)")


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """The first span of `text` that says `quote`, as (start, end) in characters; None when there is none.

    Ignored: case, white space, accents, punctuation, Markdown marks and link targets, the pipes of tables,
    hyphens at line ends, ligatures and other typographic variants. A quote without any letter or digit is
    never found.

    >>> text = "| *Naïve* search | takes con-\\nstant ﬁnds |"
    >>> find_quote(text, "search takes constant finds")
    (10, 40)
    >>> text[10:40]
    'search | takes con-\\nstant ﬁnds'
    """
    return _find(text, quote) or _find(_without_links(text), _without_links(quote))


def _find(text: str, quote: str) -> tuple[int, int] | None:
    wanted = letters_of(quote)
    at = letters_of(text).find(wanted) if wanted else -1
    if at < 0:
        return None
    origin = [place for place, character in enumerate(text) for _ in _letters(character)]
    return origin[at], origin[at + len(wanted) - 1] + 1


def _without_links(text: str) -> str:
    return LINK_TARGET.sub(lambda target: " " * len(target[0]), text)  # of the same length: offsets stay


@lru_cache(maxsize=1024)  # many quotes are looked for in the same passages
def letters_of(text: str) -> str:
    """The letters and digits of `text`, casefolded: what two ways of typing the same words have in common.

    >>> letters_of("Größe: ½ of O(n^2)")
    'grosse12ofon2'
    """
    return "".join(map(_letters, text))


@cache
def _letters(character: str) -> str:
    """Taken apart (NFKD), not composed (NFKC): an accented letter leaves its base, however it was typed."""
    folded = normalize("NFKD", normalize("NFKD", character).casefold())
    return "".join(letter for letter in folded if letter.isalnum())
