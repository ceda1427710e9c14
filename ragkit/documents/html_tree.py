"""A web page as a light tree of what a person sees, made in one walk over the parsed page.

Dropped on the way: scripts, styles, navigation, headers and footers of the page, forms, hidden
elements, comments. The depth of the page is limited while it is parsed, so that no walk is too deep
and none takes more than `DEEPEST` times the number of tags. Left out: what the tags mean
(`html.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

DEEPEST = 512
"""Number of tags that may be nested, as in the usual browsers."""
FURNITURE = {
    "script",
    "style",
    "nav",
    "aside",
    "form",
    "template",
    "noscript",
    "svg",
    "iframe",
}
"""Tags that contain nothing of the page's text."""
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
ARTICLES = {"article", "main"}
"""Tags whose own header belongs to the text: it contains the heading."""
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LISTS = {"ul", "ol", "li", "dl", "dt", "dd"}
TABLES = {"table", "tr", "td", "th", "caption"}
PARTS = {"div", "section", "article", "main", "body", "header", "footer", "address", "hr"}
FIGURES = {"figure", "figcaption", "details", "summary"}
BLOCKS = HEADINGS | {"p", "pre", "blockquote"} | LISTS | TABLES | PARTS | FIGURES
"""Tags that start a paragraph of their own."""


class TooDeep(Exception):
    """The page nests more than `DEEPEST` tags."""


@dataclass(slots=True)
class Element:
    """A tag with what is below it."""

    name: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    has_block: bool = False
    """Whether a tag that starts a paragraph is below it."""
    has_table: bool = False

    @property
    def is_block(self) -> bool:
        """Whether it starts a paragraph, or something below it does."""
        return self.has_block or self.name in BLOCKS

    def add(self, child: Element) -> None:
        """Append an element that is complete."""
        self.children.append(child)
        self.has_block = self.has_block or child.is_block
        self.has_table = self.has_table or child.has_table or child.name == "table"

    def elements(self) -> Iterator[Element]:
        """Yield the children that are tags."""
        for child in self.children:
            if isinstance(child, Element):
                yield child

    def text(self) -> str:
        """Return all text below it as it is written."""
        pieces = []
        for child in self.children:
            pieces.append(child if isinstance(child, str) else child.text())
        return "".join(pieces)


class _Shallow(BeautifulSoup):
    """A parser that stops at a page which is nested too deep, before there is a deep tree."""

    def pushTag(self, tag: Tag) -> None:  # noqa: N802
        if len(self.tagStack) > DEEPEST:
            raise TooDeep
        super().pushTag(tag)


def light_tree(raw: bytes) -> tuple[Element, bool]:
    """Return the page, and whether some of its bytes did not decode. Raises `TooDeep`.

    >>> tree, _ = light_tree(b"<nav>Home</nav><p>A <b>heap</b>.")
    >>> tree.text()
    'A heap.'
    """
    soup = _Shallow(raw, "lxml")
    tree = _element(soup, in_article=False)
    return tree, soup.contains_replacement_characters


def _element(tag: Tag, in_article: bool) -> Element:
    element = Element(tag.name, tag.attrs)
    in_article = in_article or tag.name in ARTICLES
    for child in tag.contents:
        if isinstance(child, Tag):
            if not _is_furniture(child, in_article):
                below = _element(child, in_article)
                element.add(below)
        # Comments and declarations are strings too.
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            element.children.append(str(child))
    return element


def _is_furniture(tag: Tag, in_article: bool) -> bool:
    if tag.name in FURNITURE:
        return True
    if tag.name in ("header", "footer") and not in_article:
        return True
    if not tag.attrs:
        return False
    if "hidden" in tag.attrs or tag.get("aria-hidden") == "true":
        return True
    style = str(tag.get("style", ""))
    return HIDDEN.search(style) is not None


def first(tree: Element, name: str) -> Element | None:
    """Return the first tag of a name below `tree`, in the order of the page."""
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        if element.name == name:
            return element
        below = list(element.elements())
        waiting += reversed(below)
    return None


def outermost(tree: Element, name: str) -> list[Element]:
    """Return the tags of a name below `tree`, without those that are inside another one."""
    found = []
    below = list(tree.elements())
    waiting = below[::-1]
    while waiting:
        element = waiting.pop()
        if element.name == name:
            found.append(element)
            continue
        below = list(element.elements())
        waiting += reversed(below)
    return found
