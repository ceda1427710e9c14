"""Check the built book: every page is there without a network, and no link within it is broken.

    python -m docs.book.check build/book/_build/html

Sphinx checks the links of the text itself; this also sees those in the outputs of notebooks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html

FETCHED = "//script/@src | //link/@href | //img/@src | //iframe/@src"
"""What a browser fetches before anybody clicks."""
OTHERS = re.compile(r"_static/|corpora/\w+/docs/")
"""Where the theme's templates and the documents of a corpus are, which are no pages of the book."""
IN_STYLE = re.compile(r"(?:@import\s+|url\()[\"']?((?:https?:)?//[^\"')\s]+)")


def faults(book: Path) -> list[str]:
    """What is wrong with the pages of a folder and with its style sheets, a line for each fault."""
    found = []
    for sheet in sorted(book.rglob("*.css")):
        remote = IN_STYLE.findall(sheet.read_text("utf-8"))
        found += [f"{sheet.relative_to(book)} fetches {address}" for address in remote]
    for page in sorted(book.rglob("*.html")):
        name = page.relative_to(book).as_posix()
        if not OTHERS.match(name):
            found += [f"{name} {fault}" for fault in _faults(page)]
    return found


def _faults(page: Path) -> Iterator[str]:
    tree = html.parse(page)
    for address in tree.xpath(FETCHED):
        if urlsplit(address).netloc:
            yield f"fetches {address}"
        elif not _leads(page, address):
            yield f"lacks {address}"
    for address in tree.xpath("//a/@href"):
        if not _leads(page, address):
            yield f"links to {address}, which is not there"


def _leads(page: Path, address: str) -> bool:
    """Whether an address is on the web, or leads to a file and to a place in it."""
    parts = urlsplit(address)
    if parts.scheme == "file":
        return False
    if parts.scheme or parts.netloc:
        return True
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_file():
        return False
    place = unquote(parts.fragment)
    if not place or place.startswith(":~:") or target.suffix != ".html":
        return True
    return place in _places(target)


@cache
def _places(page: Path) -> set[str]:
    """The names to which a link to a place in the page may lead."""
    return set(html.parse(page).xpath("//@id | //a/@name")) | {"top", "page"}


def main() -> int:
    """Print every fault of a built book; the exit status is 1 where there is one."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("book", type=Path, help="folder of the built pages")
    book = parser.parse_args().book
    found = faults(book)
    print("\n".join(found) or f"open {book / 'index.html'}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
