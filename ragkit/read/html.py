"""A web page as Markdown: what a reader would read, without the page's furniture.

Kept: headings, paragraphs, lists, code, tables. Dropped: scripts, styles, navigation, headers and footers of
the page, forms, hidden elements. Left out: images, link targets, and anything that must be fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from ragkit.read.document import USUAL, Document, Limits, Unreadable, markdown_table

DROPPED = "script, style, nav, aside, form, template, noscript, svg, iframe, [hidden], [aria-hidden=true]"
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# fmt: off
BLOCKS = [
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "pre", "table", "tr", "td", "th", "caption",
    "blockquote", "dl", "dt", "dd", "div", "section", "article", "main", "body", "header", "footer",
    "figure", "figcaption", "details", "summary", "hr", "address",
]
# fmt: on
MOST_SPAN = 20  # a hostile page asks for a billion columns
BYTES_PER_CHARACTER = 5  # of the page for one of its text, at most; a parsed page takes 30 times its size


def read_html(raw: bytes, limits: Limits = USUAL) -> Document:
    """The page in `raw`; its encoding is the one it declares, else guessed. Raises `Unreadable`.

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
        heading = soup.h1 or soup.title  # the latter often ends in the name of the site
        title = _line(heading) if heading else ""
        text = "\n\n".join(_blocks(soup.body or soup))
    except RecursionError:
        raise Unreadable(None, "nests its tags too deep to be a page for readers; leave it out") from None
    notes = ["some bytes did not decode"] if soup.contains_replacement_characters else []
    notes += [f"only the first {most:,} bytes of the page were read"] if len(raw) > most else []
    return Document("", title, text, notes=tuple(notes))


def _drop_furniture(soup: BeautifulSoup) -> None:
    for tag in soup.select(DROPPED):
        tag.decompose()
    for tag in soup.find_all(style=HIDDEN):
        tag.decompose()
    for tag in soup.find_all(["header", "footer"]):
        if not tag.find_parent(["article", "main"]):  # an article's own header holds its heading
            tag.decompose()


def _blocks(node: Tag) -> Iterator[str]:
    """The blocks below `node`; text between two of them is a paragraph of its own."""
    loose: list[PageElement] = []
    for child in [*node.children, None]:
        if child is not None and not _is_block(child):
            loose.append(child)
            continue
        if paragraph := _tidy("".join(_inline(piece) for piece in loose)):
            yield paragraph
        loose = []
        if isinstance(child, Tag):
            yield from _block(child)


def _is_block(node: PageElement) -> bool:
    return isinstance(node, Tag) and (node.name in BLOCKS or node.find(BLOCKS) is not None)


def _block(tag: Tag) -> Iterator[str]:
    if re.fullmatch("h[1-6]", tag.name):
        if heading := _line(tag):
            yield f"{'#' * int(tag.name[1])} {heading}"
    elif tag.name == "pre":
        yield f"```\n{tag.get_text().strip(chr(10))}\n```"
    elif tag.name in ("ul", "ol"):
        if items := _items(tag):
            yield items
    elif tag.name == "blockquote":
        yield "\n".join(f"> {line}".rstrip() for line in "\n\n".join(_blocks(tag)).splitlines())
    elif tag.name == "table" and not tag.find("table"):  # an outer table only lays out the page
        yield from (_line(caption) for caption in tag.find_all("caption"))
        if table := markdown_table(_rows(tag)):
            yield table
    else:
        yield from _blocks(tag)


def _items(tag: Tag) -> str:
    items = []
    for number, item in enumerate(tag.find_all("li", recursive=False), start=1):
        mark = f"{number}. " if tag.name == "ol" else "- "
        text = "\n".join(_blocks(item)).replace("\n", "\n" + " " * len(mark))
        items.append(mark + text)
    return "\n".join(items)


def _rows(table: Tag) -> list[list[str]]:
    """The cells as text. A cell over several rows is repeated, so that each row can be read alone."""
    rows: list[list[str]] = []
    held: dict[int, tuple[int, str]] = {}  # column -> how many more rows it fills, and with what
    for tr in table.find_all("tr"):
        row: list[str] = []
        for cell in [*tr.find_all(["td", "th"], recursive=False), None]:
            while len(row) in held:
                rest, text = held.pop(len(row))
                if rest > 1:
                    held[len(row)] = (rest - 1, text)
                row.append(text)
            if cell is not None:
                text, down = _line(cell), _span(cell, "rowspan")
                for piece in [text] + [""] * (_span(cell, "colspan") - 1):
                    if down > 1:
                        held[len(row)] = (down - 1, piece)
                    row.append(piece)
        rows.append(row)
    return [row for row in rows if any(row)]


def _span(cell: Tag, name: str) -> int:
    asked = str(cell.get(name, "1"))
    return min(max(int(asked), 1), MOST_SPAN) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1


def _inline(node: PageElement) -> str:
    if isinstance(node, PreformattedString):  # comments, declarations
        return ""
    if isinstance(node, NavigableString):
        return re.sub(r"\s+", " ", node)
    assert isinstance(node, Tag)
    text = "\n" if node.name == "br" else "".join(_inline(child) for child in node.children)
    if node.name in ("code", "kbd") and text.strip():
        return f"`{text.strip()}`"
    return f"^{text}" if node.name == "sup" and text.strip() else text


def _tidy(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()


def _line(tag: Tag) -> str:
    return " ".join(_inline(tag).split())
