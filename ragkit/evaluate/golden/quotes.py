"""Find a quotation in a text that was typed, wrapped, hyphenated or marked up differently.

Gold quotes are written once. They must be found after PDF extraction, with another chunk size and
among a table's pipes. So only letters and digits are compared, and an index maps them back to the
characters of the text. Left out: fuzzy matching; a quote with one other word is another quote.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from unicodedata import normalize

LINK_TARGET = re.compile(r"(?<=\])\([^()\s]*\)")
"""The target of a Markdown link, with its parentheses."""


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """The first span of `text` that matches `quote`, as (start, end) in characters, or None.

    Ignored: case, white space, accents, punctuation, Markdown marks and link targets, the pipes of
    tables, hyphens at line ends, ligatures and other typographic variants. A quote without any
    letter or digit is never found.

    >>> text = "| *Naïve* search | takes con-\\nstant ﬁnds |"
    >>> find_quote(text, "search takes constant finds")
    (10, 40)
    >>> text[10:40]
    'search | takes con-\\nstant ﬁnds'
    """
    span = _find(text, quote)
    if span:
        return span
    # without the targets of links, which a quote may leave out
    return _find(_without_links(text), _without_links(quote))


def _find(text: str, quote: str) -> tuple[int, int] | None:
    wanted = letters_of(quote)
    if not wanted:
        return None
    letters = letters_of(text)
    first = letters.find(wanted)
    if first < 0:
        return None
    # the place in `text` that each letter comes from: one character may give two letters
    origin = [place for place, character in enumerate(text) for _ in _letters(character)]
    last = first + len(wanted) - 1
    return origin[first], origin[last] + 1


def _without_links(text: str) -> str:
    # spaces of the same length, so that offsets stay the same
    return LINK_TARGET.sub(lambda target: " " * len(target[0]), text)


# cached, because many quotes are looked for in the same passages
@lru_cache(maxsize=1024)
def letters_of(text: str) -> str:
    """The letters and digits of `text`, casefolded: the same for two ways of typing the same words.

    >>> letters_of("Größe: ½ of O(n^2)")
    'grosse12ofon2'
    """
    letters = map(_letters, text)
    return "".join(letters)


@cache
def _letters(character: str) -> str:
    """The letters and digits of one character, decomposed (NFKD) and casefolded.

    Decomposed, an accented letter becomes its base letter, in whichever form it was typed.
    """
    decomposed = normalize("NFKD", character)
    folded = normalize("NFKD", decomposed.casefold())
    return "".join(letter for letter in folded if letter.isalnum())
