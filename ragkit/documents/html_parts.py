"""Which parts of a parsed web page its readers see, and which of them are no text of the page.

Left out and counted: navigation, the header and footer of the site, asides of the site, hidden
parts, menus to choose from. What is one click away, such as a tab, is kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from bs4 import BeautifulSoup
from bs4.element import Tag

UNSEEN = {"script", "style", "template", "iframe", "datalist"}
"""Tags that contain no words that a browser shows as text."""
NAVIGATION = {"navigation", "search"}
"""Roles of a part by which readers find other pages."""
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
ARTICLES = {"article", "main"}
"""Tags that contain the text of a page that has them."""
WITH_FOOTER = ARTICLES | {"blockquote", "figure", "li", "td"}
"""Tags whose own footer belongs to the text: it has the source of a quotation."""
WITH_HEADER = WITH_FOOTER | {"section"}
"""Tags whose own header belongs to the text: it contains the heading."""
CELLS = ["td", "th"]
IN_LINES = ["span", "a", "b", "strong", "i", "em", "small", "label"]
"""Tags that are parts of a line, unless their style or role says otherwise."""
BLOCK = re.compile(r"display\s*:\s*(block|flex|grid|table|list-item|flow-root)", re.IGNORECASE)
FLEX = re.compile(r"display\s*:\s*(inline-)?(flex|grid)", re.IGNORECASE)
"""The style of a part whose children are set apart, whatever they are."""
ROLES = {"row", "cell", "gridcell", "columnheader", "rowheader", "listitem", "paragraph"}
"""Roles of a part that is set apart, as in a table that is drawn by a style sheet."""
LEVELS = {"1", "2", "3", "4", "5", "6"}
UNWRITTEN = {"hidden", "checkbox", "radio", "password", "image", "file", "range", "color"}
"""Kinds of fields whose value no reader sees."""
LINE_NUMBERS = "column of line numbers"
"""The name that a cell gets in whose place a listing has its line numbers."""


def prepare(page: BeautifulSoup) -> None:
    """Give the tags of a page the names that say what they are."""
    for tag in page.find_all(role="main"):
        tag.name = "main"
    for tag in page.find_all(role="heading"):
        level = str(tag.get("aria-level", "2"))
        tag.name = f"h{level}" if level in LEVELS else "h6"
    for tag in page.find_all(IN_LINES):
        if _is_set_apart(tag):
            tag.name = "div"
    for field in page.find_all("input", value=True):
        if field.get("type") not in UNWRITTEN:
            field.replace_with(f" {field['value']} ")
    _free_layout(page)
    _free_code(page)
    _keep_heading(page)
    if not page.find(ARTICLES):
        # Where nothing says what the text is, nothing says that they are not part of it.
        for aside in page.find_all("aside"):
            aside.name = "div"


def left_out(tag: Tag, around: Collection[str]) -> str:
    """Return as what a part is left out; an empty string for one that is kept.

    `around` has the names of the tags around it.
    """
    if tag.name in UNSEEN:
        return "unseen"
    if tag.name == "svg":
        return "drawing" if tag.find("text") else "unseen"
    if tag.name == "nav" or tag.get("role") in NAVIGATION:
        return "navigation"
    if tag.name == "select":
        return "menu"
    if tag.name == LINE_NUMBERS:
        return LINE_NUMBERS
    if tag.name == "header" and WITH_HEADER.isdisjoint(around):
        return "header"
    if tag.name == "footer" and WITH_FOOTER.isdisjoint(around):
        return "footer"
    if tag.name == "aside" and ARTICLES.isdisjoint(around):
        return "aside"
    return "hidden" if tag.attrs and _is_hidden(tag) else ""


def _is_set_apart(tag: Tag) -> bool:
    """Whether a browser shows what is a part of a line as a block."""
    if tag.get("role") in ROLES or BLOCK.search(_style(tag)):
        return True
    around = tag.parent
    return around is not None and FLEX.search(_style(around)) is not None


def _style(tag: Tag) -> str:
    return str(tag.get("style", ""))


def _is_hidden(tag: Tag) -> bool:
    # A reader opens a tab, and finds the words of the other.
    if tag.get("role") == "tabpanel" or tag.get("hidden") == "until-found":
        return False
    if "hidden" in tag.attrs or tag.get("aria-hidden") == "true":
        return True
    return HIDDEN.search(_style(tag)) is not None


def _free_layout(page: BeautifulSoup) -> None:
    """Turn what is no table of rows into parts of the page: tables around others, loose cells."""
    for table in page.find_all("table"):
        for outer in table.find_parents("table"):
            outer.name = "div"
    for cell in page.find_all([*CELLS, "tr"]):
        in_row = "tr" in (cell.name, getattr(cell.parent, "name", ""))
        if not in_row or not cell.find_parent("table"):
            cell.name = "div"


def _free_code(page: BeautifulSoup) -> None:
    """Turn listings that are laid out as a table into parts of the page.

    The line numbers beside a listing get a name, by which they are left out.
    """
    tables = {}
    for pre in page.find_all("pre"):
        table = pre.find_parent("table")
        if table:
            tables[id(table)] = table
    for table in tables.values():
        for cell in table.find_all(CELLS):
            if _is_line_numbers(cell):
                cell.name = LINE_NUMBERS
        rows = table.find_all("tr")
        widths = [len(row.find_all(CELLS)) for row in rows]
        if len(rows) <= 1 or max(widths) <= 1:
            table.name = "div"
            for tag in table.find_all(["tr", *CELLS]):
                tag.name = "div"


def _is_line_numbers(cell: Tag) -> bool:
    text = cell.get_text(" ")
    numbers = text.split()
    if not numbers or not numbers[0].isdecimal() or not cell.find_next_sibling(CELLS):
        return False
    first = int(numbers[0][:8])
    counted = range(first, first + len(numbers))
    return cell.find("pre") is not None and numbers == [str(number) for number in counted]


def _keep_heading(page: BeautifulSoup) -> None:
    """Keep the header of a page that has its only heading there, unless that is the site's."""
    heads = page.find_all("h1")
    headers = [head.find_parent("header") for head in heads]
    title = _words(page.title) if page.title else ""
    if not heads or not all(headers):
        return
    if title and not title.startswith(_words(heads[0])):
        return
    for header in headers:
        assert header is not None
        header.name = "div"


def _words(tag: Tag) -> str:
    text = tag.get_text()
    words = text.split()
    line = " ".join(words)
    return line.casefold()
