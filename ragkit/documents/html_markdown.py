"""A parsed web page as Markdown, by the library markdownify, with what readers of passages need.

Which parts of the page are left out is decided in `html_parts.py`. Of a table, a cell over several
rows is repeated in each, so that each row can be read alone. All marks are bounded, because a
hostile page asks for a billion.
"""

from __future__ import annotations

import re
from collections import Counter
from textwrap import indent
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag
from markdownify import MarkdownConverter, strip_pre

from ragkit.documents.document import LEFT_OUT, markdown_table
from ragkit.documents.html_parts import CELLS, UNSEEN, left_out, prepare

PARTS = {"header", "footer", "main", "address", "center", "figure", "figcaption", "details"}
PARTS |= {"summary", "dt", "dd", "fieldset", "legend", "aside", "form", "noscript", "dialog", "hr"}
PARTS |= {"hgroup", "menu", "search"}
"""Tags that start a paragraph of their own, beside those that the library knows."""
INLINE = {"a", "abbr", "b", "code", "em", "font", "i", "kbd", "label", "q", "samp", "small", "span"}
INLINE |= {"strong", "sub", "sup", "tt", "u", "var", "button"}
INLINE |= {"bdi", "bdo", "big", "cite", "data", "del", "dfn", "ins", "mark", "s", "strike", "time"}
"""Tags that go on in the line."""
SPACES = re.compile(r" +")
SPACE = re.compile(r"\s+")
EDGE = "\0"
"""Where a part begins or ends in a listing, which may have a part for each line.

No page contains the sign."""
EDGES = re.compile(f"\n?{EDGE}+")
TICKS = re.compile(r"`+")
MARKED = {"ul", "ol", "blockquote"}
MOST_MARKS = 20
"""Number of quotes and lists inside one another that are marked.

Each marks every line below it, so a hostile page of many levels would become a hundred times its
size.
"""
MOST_SPAN = 20
"""Number of rows or columns that a cell may span."""
OPTIONS = {
    "heading_style": "atx",
    "escape_asterisks": False,
    "escape_underscores": False,
    # Of these tags only the words are kept, without marks.
    "strip": ["a", "sub", "b", "strong", "i", "em", "del", "s", "q", "samp", "img", "video"],
    # White space is as a browser shows it.
    "wrap": True,
    "wrap_width": None,
}
"""What the library is to do otherwise than it does by itself."""
Spans = dict[int, tuple[int, str]]
"""The cells that reach down into the next row: column -> number of further rows, and text."""


class Markdown(MarkdownConverter):
    """Converts one page; `heading` is its first heading of the first level, or empty."""

    def __init__(self) -> None:
        super().__init__(**OPTIONS)
        self.heading = ""
        self._left_out: Counter[str] = Counter()
        self._marks = 0
        self._numbers: Counter[int] = Counter()
        self._cells: dict[int, str] = {}
        self._code: list[str] = []

    def of(self, page: BeautifulSoup) -> str:
        prepare(page)
        body = page.body or page
        text = self.process_tag(body)
        return str(text).strip()

    @property
    def notes(self) -> list[str]:
        """What was left out, unless it is navigation alone."""
        counts = {kind: count for kind, count in self._left_out.items() if kind != "unseen"}
        if set(counts) <= {"navigation"}:
            return []
        parts = [f"{count} {kind}" for kind, count in sorted(counts.items())]
        return [f"{LEFT_OUT} of the page: {', '.join(parts)}"]

    def process_tag(self, node: Tag, parent_tags: Any = None) -> str:
        around = parent_tags or set()
        kind = left_out(node, around)
        if kind:
            if node.get_text().strip():
                self._left_out[kind] += 1
            return ""
        marked = node.name in MARKED
        self._marks += marked
        text = super().process_tag(node, around)
        self._marks -= marked
        return str(text)

    def process_text(self, el: Any, parent_tags: Any = None) -> str:
        # Comments and declarations are strings too.
        if isinstance(el, PreformattedString):
            return ""
        if "pre" in parent_tags:
            return str(el)
        text = str(super().process_text(el, parent_tags))
        # The library leaves spaces that do not break a line, and white space between parts.
        if text.isspace() and (_is_part(el.previous_sibling) or _is_part(el.next_sibling)):
            return ""
        text = SPACE.sub(" ", text)
        before = el.previous_sibling
        if isinstance(before, Tag) and before.name == "br":
            return text.lstrip()
        return text

    def get_conv_fn(self, tag_name: str) -> Any:
        # The library takes them for parts of a line, and would join the words at their ends.
        return self.convert_div if tag_name in PARTS else super().get_conv_fn(tag_name)

    def convert_div(self, el: Tag, text: str, parent_tags: Any) -> str:
        if "pre" in parent_tags:
            return f"{EDGE}{text}{EDGE}"
        if text.strip() or "_inline" in parent_tags:
            return str(super().convert_div(el, text, parent_tags))
        # The words before and after an empty part are apart.
        if _goes_on(el):
            return "\n\n"
        return ""

    convert_article = convert_section = convert_div

    def convert_button(self, el: Tag, text: str, parent_tags: Any) -> str:
        words = text.strip()
        return f" {words} "

    convert_textarea = convert_button

    def convert_p(self, el: Tag, text: str, parent_tags: Any) -> str:
        if not text.strip():
            return self.convert_div(el, text, parent_tags)
        text = SPACES.sub(" ", text)
        paragraph = super().convert_p(el, text, parent_tags)
        return str(paragraph)

    def convert_code(self, el: Tag, text: str, parent_tags: Any) -> str:
        # A span of code cannot contain paragraphs.
        if "\n\n" in text or text.isspace():
            return text
        code = super().convert_code(el, text, parent_tags)
        return str(code)

    convert_kbd = convert_code

    def convert_pre(self, el: Tag, text: str, parent_tags: Any) -> str:
        if "pre" in parent_tags:
            return f"{EDGE}{text}{EDGE}"
        text = strip_pre(EDGES.sub("\n", text))
        if not text.strip():
            return self.convert_div(el, "", parent_tags)
        marks = [len(run) for run in TICKS.findall(text)]
        fence = "`" * (1 + max([2, *marks]))
        code = f"\n\n{fence}\n{text}\n{fence}\n\n"
        if "_inline" not in parent_tags:
            return code
        if "\n" in text and not parent_tags.isdisjoint(CELLS):
            # A cell is one line, so its code is below the table once more.
            self._code.append(code.strip())
        return f" {text} "

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: Any) -> str:  # noqa: N802
        if n == 1 and not self.heading:
            self.heading = " ".join(text.split())
        if not text.strip() or "_inline" in parent_tags:
            return f" {text} "
        return str(super().convert_hN(n, el, text, parent_tags))

    def convert_br(self, el: Tag, text: str, parent_tags: Any) -> str:
        return " " if "_inline" in parent_tags else "\n"

    def convert_sup(self, el: Tag, text: str, parent_tags: Any) -> str:
        is_plain = "pre" in parent_tags or "\n\n" in text or not text.strip()
        return text if is_plain else f"^{text}"

    def convert_blockquote(self, el: Tag, text: str, parent_tags: Any) -> str:
        if self._marks > MOST_MARKS:
            return f"\n\n{text.strip()}\n\n"
        return f"\n{super().convert_blockquote(el, text, parent_tags)}"

    def convert_ul(self, el: Tag, text: str, parent_tags: Any) -> str:
        items = text.strip("\n")
        if "li" in parent_tags:
            return f"\n{items}\n"
        return f"\n\n{items}\n\n"

    convert_ol = convert_ul

    def convert_li(self, el: Tag, text: str, parent_tags: Any) -> str:
        text = text.strip()
        number = self._number(el)
        if not text or "_inline" in parent_tags:
            return f" {text} "
        # A line end before it, too, for what is in a list and in none of its items.
        if self._marks > MOST_MARKS or not parent_tags & MARKED:
            return f"\n{text}\n"
        is_numbered = el.parent is not None and el.parent.name == "ol"
        mark = f"{number}. " if is_numbered else "- "
        indented = indent(text, " " * len(mark)).lstrip()
        return f"\n{mark}{indented}\n"

    def _number(self, item: Tag) -> int:
        """Return the number of an item, which its list may begin with, and it may have itself."""
        own = id(item.parent)
        if own not in self._numbers and item.parent is not None:
            self._numbers[own] = _count(item.parent, "start") - 1
        following = self._numbers[own] + 1
        self._numbers[own] = _count(item, "value", following)
        return self._numbers[own]

    def convert_td(self, el: Tag, text: str, parent_tags: Any) -> str:
        self._cells[id(el)] = " ".join(text.split())
        return ""

    convert_th = convert_td

    def convert_tr(self, el: Tag, text: str, parent_tags: Any) -> str:
        return text

    def convert_table(self, el: Tag, text: str, parent_tags: Any) -> str:
        """A table; `text` is what it has outside its cells, such as a caption."""
        table = markdown_table(self._rows(el))
        code = "\n\n".join(self._code)
        self._code.clear()
        return f"\n\n{text.strip()}\n\n{table}\n\n{code}\n\n"

    def _rows(self, table: Tag) -> list[list[str]]:
        rows = []
        spans: Spans = {}
        for tr in table.find_all("tr"):
            row: list[str] = []
            for cell in tr.find_all(CELLS, recursive=False):
                # What was not converted is hidden.
                if id(cell) in self._cells:
                    _fill_from_above(row, spans)
                    self._append(row, cell, spans)
            _fill_from_above(row, spans)
            if any(row):
                rows.append(row)
        return rows

    def _append(self, row: list[str], cell: Tag, spans: Spans) -> None:
        """Append a cell, with an empty cell for each further column that it spans."""
        height = _span(cell, "rowspan")
        width = _span(cell, "colspan")
        empty = [""] * (width - 1)
        for text in [self._cells[id(cell)], *empty]:
            if height > 1:
                spans[len(row)] = (height - 1, text)
            row.append(text)


def _goes_on(el: Tag) -> bool:
    """Whether words follow in the same line."""
    node: Any = el
    while node.next_sibling is None and node.parent is not None and node.parent.name in INLINE:
        node = node.parent
    after = node.next_sibling
    if isinstance(after, NavigableString):
        return not after.isspace()
    return after is not None and after.name in INLINE


def _is_part(node: Any) -> bool:
    return isinstance(node, Tag) and (node.name in PARTS or node.name in UNSEEN)


def _fill_from_above(row: list[str], spans: Spans) -> None:
    """Append the cells that reach down into this row, up to the next free column."""
    while len(row) in spans:
        column = len(row)
        more_rows, text = spans.pop(column)
        if more_rows > 1:
            spans[column] = (more_rows - 1, text)
        row.append(text)


def _span(cell: Tag, name: str) -> int:
    return min(max(_count(cell, name), 1), MOST_SPAN)


def _count(tag: Tag, name: str, otherwise: int = 1) -> int:
    """Return the number that an attribute has, if it is one."""
    value = str(tag.attrs.get(name, ""))
    is_number = value.isascii() and value.isdigit() and len(value) <= 8
    return int(value) if is_number else otherwise
