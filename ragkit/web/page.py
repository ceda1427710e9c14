"""What a search on the web gives, made safe to keep: plain text of bounded length, and an address of http or https.

All of it comes from strangers. Left out: fetching (`fetch.py`) and markup (`readable.py`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

LONGEST_TITLE = 200
LONGEST_TEXT = 60_000
"""Characters of a page that are cut and ranked: seventy chunks, which a laptop embeds in a second."""
LONGEST_QUERY = 300
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Unicode categories that a reader does not see, though a model may: control and format characters, unassigned ones."""


class WebFailed(RuntimeError):
    """One provider or page could not be had: what was asked, and what came."""


@dataclass(frozen=True)
class Page:
    """A result of a search."""

    title: str
    url: str
    text: str
    """The snippet that the search gave; once it was read, the page's text."""
    published: str = ""
    """Its date as the provider writes it, such as `2012-08-20`; empty when unknown."""


def visible(text: str, most: int = LONGEST_TEXT) -> str:
    """The first `most` characters of a text, without those that a reader does not see.

    >>> visible("heaps\\x1b[31m and\\u202e trees\\n")
    'heaps[31m and trees\\n'
    """
    seen = (c for c in text if c in "\n\t" or unicodedata.category(c) not in UNSEEN)
    return "".join(islice(seen, most))


def one_line(text: str, most: int) -> str:
    """A text on one line of at most `most` characters.

    >>> one_line("How full\\n may a table be?", 12)
    'How full may'
    """
    return visible(" ".join(text.split()), most).strip()


def pages(rows: Iterable[Any], title: str, url: str, text: str, published: str = "published") -> list[Page]:
    """The rows of a provider as pages; the arguments name its fields. A row that is no result is left out.

    >>> pages([{"t": "Heaps", "u": "https://a.example", "x": "fast"}, {"t": "no address"}, None], "t", "u", "x")
    [Page(title='Heaps', url='https://a.example', text='fast', published='')]
    """
    found = []
    for row in rows:
        given = row if isinstance(row, Mapping) else {}
        name, address, said = (given.get(field) for field in (title, url, text))
        if isinstance(name, str) and isinstance(address, str) and isinstance(said, str) and is_web(address):
            date = one_line(str(given.get(published) or ""), 40)
            found.append(Page(one_line(name, LONGEST_TITLE), one_line(address, 2_000), visible(said).strip(), date))
    return found


def is_web(url: str) -> bool:
    """Whether an address is one of http or https.

    >>> is_web("HTTPS://a.example/x"), is_web("javascript:alert(1)")
    (True, False)
    """
    return url.lower().startswith(("http://", "https://"))
