"""A web page as Markdown: its main text, without navigation and other furniture.

Kept: headings, paragraphs, lists, code, tables. Dropped: scripts, styles, navigation, headers and
footers of the page, forms, hidden elements. Left out: images, link targets, and anything that must
be fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from ragkit.documents.document import USUAL, Document, Limits, Unreadable, markdown_table

DROPPED = (
    "script, style, nav, aside, form, template, noscript, svg, iframe, [hidden], [aria-hidden=true]"
)
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
LISTS = ["ul", "ol", "li", "dl", "dt", "dd"]
TABLES = ["table", "tr", "td", "th", "caption"]
PARTS = ["div", "section", "article", "main", "body", "header", "footer", "address", "hr"]
FIGURES = ["figure", "figcaption", "details", "summary"]
BLOCKS = [*HEADINGS, "p", "pre", "blockquote", *LISTS, *TABLES, *PARTS, *FIGURES]
"""Tags that start a paragraph of their own."""
MOST_SPAN = 20
"""Number of rows or columns that a cell may span, because a hostile page asks for a billion."""
BYTES_PER_CHARACTER = 5
"""Bytes of the page that are read for each character of text allowed.

The page is cut before it is parsed, because a parsed page takes 30 times its size.
"""
Spans = dict[int, tuple[int, str]]
"""The cells that reach down into the next row: column -> number of further rows, and text."""


def read_html(raw: bytes, limits: Limits = USUAL) -> Document:
    """Read the page in `raw`, in the encoding that it declares, else in a guessed one.

    Raises `Unreadable` for a page whose tags are nested too deep.

    >>> print(read_html(b"<h1>Heaps</h1><nav>Home</nav><ul><li>fast<li>small</ul>").text)
    # Heaps
    <BLANKLINE>
    - fast
    - small
    """
    most = limits.characters * BYTES_PER_CHARACTER
    soup = BeautifulSoup(raw[:most], "lxml")
    try:
        _drop_furniture(soup)
        title = _title(soup)
        blocks = list(_blocks(soup.body or soup))
    except RecursionError:
        reason = "nests its tags too deep to be a page for readers; leave it out"
        raise Unreadable(None, reason) from None
    notes = []
    if soup.contains_replacement_characters:
        notes.append("some bytes did not decode")
    if len(raw) > most:
        notes.append(f"only the first {most:,} bytes of the page were read")
    return Document("", title, "\n\n".join(blocks), notes=tuple(notes))


def _title(soup: BeautifulSoup) -> str:
    # The <title> is second choice: it often ends in the name of the site.
    heading = soup.h1 or soup.title
    if heading:
        return _line(heading)
    return ""


def _drop_furniture(soup: BeautifulSoup) -> None:
    for tag in soup.select(DROPPED):
        tag.decompose()
    for tag in soup.find_all(style=HIDDEN):
        tag.decompose()
    for tag in soup.find_all(["header", "footer"]):
        # An article's own header contains its heading.
        if not tag.find_parent(["article", "main"]):
            tag.decompose()


def _blocks(node: Tag) -> Iterator[str]:
    """Yield the blocks below `node`; text between two of them is a paragraph of its own."""
    loose: list[PageElement] = []
    for child in node.children:
        if not _is_block(child):
            loose.append(child)
            continue
        yield from _paragraph(loose)
        loose = []
        assert isinstance(child, Tag)
        yield from _block(child)
    yield from _paragraph(loose)


def _is_block(node: PageElement) -> bool:
    if not isinstance(node, Tag):
        return False
    return node.name in BLOCKS or node.find(BLOCKS) is not None


def _paragraph(pieces: Sequence[PageElement]) -> Iterator[str]:
    text = "".join(_inline(piece) for piece in pieces)
    lines = []
    for line in text.splitlines():
        words = line.split()
        lines.append(" ".join(words))
    if paragraph := "\n".join(lines).strip():
        yield paragraph


def _block(tag: Tag) -> Iterator[str]:
    if tag.name in HEADINGS:
        yield from _heading(tag)
    elif tag.name == "pre":
        code = tag.get_text().strip("\n")
        yield f"```\n{code}\n```"
    elif tag.name in ("ul", "ol"):
        yield from _list(tag)
    elif tag.name == "blockquote":
        yield _quoted("\n\n".join(_blocks(tag)))
    # A table around other tables only lays out the page.
    elif tag.name == "table" and not tag.find("table"):
        yield from _table(tag)
    else:
        yield from _blocks(tag)


def _heading(tag: Tag) -> Iterator[str]:
    level = int(tag.name[1])
    if text := _line(tag):
        yield "#" * level + " " + text


def _quoted(text: str) -> str:
    lines = []
    for line in text.splitlines():
        lines.append(f"> {line}".rstrip())
    return "\n".join(lines)


def _list(tag: Tag) -> Iterator[str]:
    items = []
    for number, item in enumerate(tag.find_all("li", recursive=False), start=1):
        mark = f"{number}. " if tag.name == "ol" else "- "
        text = "\n".join(_blocks(item))
        indent = " " * len(mark)
        items.append(mark + text.replace("\n", "\n" + indent))
    if items:
        yield "\n".join(items)


def _table(tag: Tag) -> Iterator[str]:
    for caption in tag.find_all("caption"):
        yield _line(caption)
    if table := markdown_table(_rows(tag)):
        yield table


def _rows(table: Tag) -> list[list[str]]:
    """Return the cells as text.

    A cell over several rows is repeated in each, so that each row can be read alone.
    """
    rows = []
    spans: Spans = {}
    for tr in table.find_all("tr"):
        row: list[str] = []
        for cell in tr.find_all(["td", "th"], recursive=False):
            _fill_from_above(row, spans)
            _append(row, cell, spans)
        _fill_from_above(row, spans)
        if any(row):
            rows.append(row)
    return rows


def _fill_from_above(row: list[str], spans: Spans) -> None:
    """Append the cells that reach down into this row, up to the next free column."""
    while len(row) in spans:
        column = len(row)
        more_rows, text = spans.pop(column)
        if more_rows > 1:
            spans[column] = (more_rows - 1, text)
        row.append(text)


def _append(row: list[str], cell: Tag, spans: Spans) -> None:
    """Append a cell, with an empty cell for each further column that it spans."""
    height = _span(cell, "rowspan")
    width = _span(cell, "colspan")
    empty = [""] * (width - 1)
    for text in [_line(cell), *empty]:
        if height > 1:
            spans[len(row)] = (height - 1, text)
        row.append(text)


def _span(cell: Tag, name: str) -> int:
    value = str(cell.get(name, "1"))
    is_number = value.isascii() and value.isdigit()
    if not is_number or len(value) > 8:
        return 1
    number = max(int(value), 1)
    return min(number, MOST_SPAN)


def _inline(node: PageElement) -> str:
    # Comments and declarations are strings too.
    if isinstance(node, PreformattedString):
        return ""
    if isinstance(node, NavigableString):
        return re.sub(r"\s+", " ", node)
    assert isinstance(node, Tag)
    if node.name == "br":
        return "\n"
    text = "".join(_inline(child) for child in node.children)
    if not text.strip():
        return text
    if node.name in ("code", "kbd"):
        return f"`{text.strip()}`"
    return f"^{text}" if node.name == "sup" else text


def _line(tag: Tag) -> str:
    words = _inline(tag).split()
    return " ".join(words)
