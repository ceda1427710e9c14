"""A web page as Markdown: its main text, without navigation and other furniture.

Kept: headings, paragraphs, lists, code, tables. What is dropped, and how deep a page may be, is in
`html_tree.py`. Left out: images, link targets, and anything that must be fetched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.documents.document import USUAL, Document, Limits, Unreadable, markdown_table
from ragkit.documents.html_tree import HEADINGS, Element, TooDeep, first, light_tree, outermost

MOST_SPAN = 20
"""Number of rows or columns that a cell may span, because a hostile page asks for a billion."""
MOST_MARKS = 20
"""Number of quotes and lists inside one another that are marked.

Each marks every line below it, so a hostile page of many levels would become a hundred times its
size.
"""
BYTES_PER_CHARACTER = 5
"""Bytes of the page that are read for each character of text allowed.

The page is cut before it is parsed, because a parsed page takes 30 times its size.
"""
Spans = dict[int, tuple[int, str]]
"""The cells that reach down into the next row: column -> number of further rows, and text."""
TOO_DEEP = "nests its tags too deep to be a page for readers; leave it out"


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
    try:
        tree, has_lost_bytes = light_tree(raw[:most])
        title = _title(tree)
        body = first(tree, "body") or tree
        blocks = _blocks(body, 0)
    # The second where this runs outside the worker, which allows more frames.
    except (TooDeep, RecursionError):
        raise Unreadable(None, TOO_DEEP) from None
    notes = []
    if has_lost_bytes:
        notes.append("some bytes did not decode")
    if len(raw) > most:
        notes.append(f"only the first {most:,} bytes of the page were read")
    return Document("", title, "\n\n".join(blocks), notes=tuple(notes))


def _title(tree: Element) -> str:
    # The <title> is second choice: it often ends in the name of the site.
    heading = first(tree, "h1") or first(tree, "title")
    if heading:
        return _line(heading)
    return ""


def _blocks(node: Element, marks: int) -> list[str]:
    """Return the blocks below `node`; text between two of them is a paragraph of its own.

    `marks` is the number of quotes and lists around it.
    """
    blocks: list[str] = []
    loose: list[Element | str] = []
    for child in node.children:
        if isinstance(child, str) or not child.is_block:
            loose.append(child)
            continue
        blocks += _paragraph(loose)
        loose = []
        blocks += _block(child, marks)
    return blocks + _paragraph(loose)


def _paragraph(pieces: Sequence[Element | str]) -> list[str]:
    text = "".join([_inline(piece) for piece in pieces])
    lines = []
    for line in text.splitlines():
        words = line.split()
        lines.append(" ".join(words))
    paragraph = "\n".join(lines).strip()
    return [paragraph] if paragraph else []


def _block(tag: Element, marks: int) -> list[str]:
    if tag.name in HEADINGS:
        return _heading(tag)
    if tag.name == "pre":
        code = tag.text().strip("\n")
        return [f"```\n{code}\n```"]
    # A table around other tables only lays out the page.
    if tag.name == "table" and not tag.has_table:
        return _table(tag)
    if marks < MOST_MARKS:
        if tag.name in ("ul", "ol"):
            return _list(tag, marks)
        if tag.name == "blockquote":
            blocks = _blocks(tag, marks + 1)
            return [_quoted("\n\n".join(blocks))]
    return _blocks(tag, marks)


def _heading(tag: Element) -> list[str]:
    level = int(tag.name[1])
    text = _line(tag)
    if not text:
        return []
    return ["#" * level + " " + text]


def _quoted(text: str) -> str:
    lines = []
    for line in text.splitlines():
        lines.append(f"> {line}".rstrip())
    return "\n".join(lines)


def _list(tag: Element, marks: int) -> list[str]:
    found = [child for child in tag.elements() if child.name == "li"]
    items = []
    for number, item in enumerate(found, start=1):
        mark = f"{number}. " if tag.name == "ol" else "- "
        text = "\n".join(_blocks(item, marks + 1))
        indent = " " * len(mark)
        items.append(mark + text.replace("\n", "\n" + indent))
    if not items:
        return []
    return ["\n".join(items)]


def _table(tag: Element) -> list[str]:
    blocks = [_line(caption) for caption in outermost(tag, "caption")]
    table = markdown_table(_rows(tag))
    if table:
        blocks.append(table)
    return blocks


def _rows(table: Element) -> list[list[str]]:
    """Return the cells as text.

    A cell over several rows is repeated in each, so that each row can be read alone.
    """
    rows = []
    spans: Spans = {}
    for tr in outermost(table, "tr"):
        row: list[str] = []
        for cell in tr.elements():
            if cell.name in ("td", "th"):
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


def _append(row: list[str], cell: Element, spans: Spans) -> None:
    """Append a cell, with an empty cell for each further column that it spans."""
    height = _span(cell, "rowspan")
    width = _span(cell, "colspan")
    empty = [""] * (width - 1)
    for text in [_line(cell), *empty]:
        if height > 1:
            spans[len(row)] = (height - 1, text)
        row.append(text)


def _span(cell: Element, name: str) -> int:
    value = str(cell.attributes.get(name, "1"))
    is_number = value.isascii() and value.isdigit()
    if not is_number or len(value) > 8:
        return 1
    number = max(int(value), 1)
    return min(number, MOST_SPAN)


def _inline(node: Element | str) -> str:
    if isinstance(node, str):
        return re.sub(r"\s+", " ", node)
    if node.name == "br":
        return "\n"
    text = "".join([_inline(child) for child in node.children])
    if not text.strip():
        return text
    if node.name in ("code", "kbd"):
        return f"`{text.strip()}`"
    return f"^{text}" if node.name == "sup" else text


def _line(tag: Element) -> str:
    words = _inline(tag).split()
    return " ".join(words)
