"""The results of a web search, made safe to keep: plain text of limited length, and a web address.

All of it is written by strangers. Left out: fetching (`fetch.py`) and markup (`readable.py`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

LONGEST_TITLE = 200
LONGEST_TEXT = 60_000
"""Number of characters of a page that are used: 70 chunks, which a laptop embeds in a second."""
LONGEST_QUERY = 300
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Unicode categories that are invisible to a person, though not to a model.

They are control, format, private and unassigned characters, and surrogates.
"""


class WebFailed(RuntimeError):
    """A provider or a page could not be read; the message says which and why."""


@dataclass(frozen=True)
class Page:
    """A result of a search."""

    title: str
    url: str
    text: str
    """The snippet of the search result, or the page's text once it is read."""
    published: str = ""
    """The date as the provider writes it, such as `2012-08-20`; empty if unknown."""

    @property
    def heading(self) -> str:
        """The title, with the date where it is known.

        >>> Page("Owls", "https://owls.example", "Owls hunt.", "2012-08-20").heading
        'Owls (2012-08-20)'
        """
        if self.published:
            return f"{self.title} ({self.published})"
        return self.title


def visible(text: str, most: int = LONGEST_TEXT) -> str:
    """Return the first `most` visible characters of a text.

    >>> visible("heaps\\x1b[31m and\\u202e trees\\n")
    'heaps[31m and trees\\n'
    """
    characters = filter(_is_visible, text)
    first = islice(characters, most)
    return "".join(first)


def _is_visible(character: str) -> bool:
    if character in "\n\t":
        return True
    return unicodedata.category(character) not in UNSEEN


def one_line(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters.

    >>> one_line("How full\\n may a table be?", 12)
    'How full may'
    """
    line = " ".join(text.split())
    return visible(line, most).strip()


def pages(
    rows: Iterable[Any], title: str, url: str, text: str, published: str = "published"
) -> list[Page]:
    """Return the rows of a provider as pages; rows that are not results are left out.

    The other arguments are the names of the provider's fields.

    >>> row = {"t": "Heaps", "u": "https://a.example", "x": "fast"}
    >>> pages([row, {"t": "no address"}, None], title="t", url="u", text="x")
    [Page(title='Heaps', url='https://a.example', text='fast', published='')]
    """
    found = []
    for row in rows:
        fields = row if isinstance(row, Mapping) else {}
        values = [fields.get(field) for field in (title, url, text)]
        if not all(isinstance(value, str) for value in values):
            continue
        name, address, words = map(str, values)
        if not is_web(address):
            continue
        page = Page(
            title=one_line(name, LONGEST_TITLE),
            url=one_line(address, 2_000),
            text=visible(words).strip(),
            published=one_line(str(fields.get(published) or ""), 40),
        )
        found.append(page)
    return found


def is_web(url: str) -> bool:
    """Whether an address starts with http or https.

    >>> is_web("HTTPS://a.example/x"), is_web("javascript:alert(1)")
    (True, False)
    """
    lower = url.lower()
    return lower.startswith(("http://", "https://"))
