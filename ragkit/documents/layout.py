"""Lines in reading order to Markdown, judged by their size, weight and gaps alone.

Larger or bold lines are headings, monospaced ones code. A wider gap, an indent or a bullet starts
a paragraph. Words split at the end of a line are joined. Left out: tables without ruled lines,
which become rows of text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ragkit.documents.columns import Line, Page, in_reading_order, without_running_heads
from ragkit.documents.document import markdown_table

BULLET = re.compile(r"^\s*[•◦▪‣·∙●○■\uf0b7–-]\s+")
ITEM = re.compile(r"^\s*(?:[•◦▪‣·∙●○■\uf0b7–-]|\(?\d{1,2}[.)]|\[\d+\])\s")
NO_HEADING = re.compile(r"^(table|figure|fig\.|listing)\s*\d|^[\W\d_]*$|(\. ?){4}", re.IGNORECASE)
"""A caption, a line without a letter, or an entry in a table of contents."""
COMPOUND = re.compile(r"\b\w+(?:-\w+)+")
BLOCK_LENGTH = 10_000
"""Number of characters after which a block is closed, because a hostile page may be one paragraph.
"""
HEADING_LENGTH = 150
"""Number of characters of the longest heading; a longer line in large type is a paragraph."""


@dataclass
class Block:
    """Lines that belong together; it grows line by line."""

    kind: str
    lines: list[Line]
    page: int
    """The page on which it starts."""
    text: str
    marks: list[tuple[int, int]] = field(default_factory=list)
    """(page, offset in `text`) for each further page on which the block continues."""

    @property
    def last_page(self) -> int:
        if not self.marks:
            return self.page
        page, _ = self.marks[-1]
        return page


class Style(NamedTuple):
    """The usual measures of a document, which show what stands out."""

    body: float
    """Size of most of the text, in points."""
    leading: float
    """Distance from one line to the next, as a multiple of the size."""
    levels: list[tuple[float, bool]]
    """Size and weight of the headings, outermost first."""
    compounds: set[str]
    """Words that the document itself writes with a hyphen."""


def to_markdown(pages: Sequence[Page]) -> tuple[str, list[int], str]:
    """Return the Markdown, the offset at which each page starts in it, and the title.

    The title is the first heading; an empty string if there is none.
    """
    lines = [in_reading_order(kept) for kept in without_running_heads(pages)]
    style = style_of(lines)
    blocks = _blocks(lines, style)
    text = ""
    starts: dict[int, int] = {}
    above = None
    for block in blocks:
        text += _gap(above, block)
        for page, offset in [(block.page, 0), *block.marks]:
            starts.setdefault(page, len(text) + offset)
        text += _markdown(block, style)
        above = block
    headings = (block.text for block in blocks if block.kind == "heading")
    return text, _offsets(starts, len(pages), len(text)), next(headings, "")


def _blocks(pages: Sequence[Sequence[Line]], style: Style) -> list[Block]:
    blocks: list[Block] = []
    for number, page in enumerate(pages):
        for line in page:
            _add(blocks, line, number, style)
    return blocks


def _offsets(starts: dict[int, int], pages: int, end: int) -> list[int]:
    """Return where each page starts; a page without text starts where the next one does."""
    offsets = []
    following = end
    for page in reversed(range(pages)):
        following = starts.get(page, following)
        offsets.append(following)
    return offsets[::-1]


def style_of(pages: Sequence[Sequence[Line]]) -> Style:
    """Measure the document: most of its characters are body text."""
    lines = [line for page in pages for line in page]
    lines = [line for line in lines if not line.rows]
    body = _body_size(lines)
    headings = [line for line in lines if _stands_out(line, body)]
    looks = {(_size(line), line.bold) for line in headings}
    compounds: set[str] = set()
    for line in lines:
        compounds.update(word.lower() for word in COMPOUND.findall(line.text))
    return Style(
        body=body,
        leading=_leading(lines, body),
        levels=sorted(looks, key=lambda look: (-look[0], not look[1])),
        compounds=compounds,
    )


def _body_size(lines: Sequence[Line]) -> float:
    characters: Counter[float] = Counter()
    for line in lines:
        characters[_size(line)] += 0 if line.code else len(line.text)
    if not characters:
        return 10.0
    size, _ = characters.most_common(1)[0]
    return size


def _leading(lines: Sequence[Line], body: float) -> float:
    """Return the median step between two lines of body text, as a multiple of the size."""
    steps = []
    for above, below in pairwise(lines):
        step = (below.y0 - above.y0) / body
        both_body = _size(above) == _size(below) == body
        if both_body and 0.8 < step < 3:
            steps.append(step)
    if steps:
        return median(steps)
    return 1.2


def _size(line: Line) -> float:
    """Return the size in points, rounded to a half."""
    return round(line.size * 2) / 2


def _stands_out(line: Line, body: float) -> bool:
    text = line.text.strip()
    if line.rows or line.code or len(text) > HEADING_LENGTH:
        return False
    if NO_HEADING.search(text):
        return False
    if line.size > body * 1.12:
        return True
    is_bold = line.bold and line.size > body * 0.95
    return is_bold and text[-1] not in ".,;:"


def _kind(line: Line, style: Style) -> str:
    if line.rows:
        return "table"
    if line.code:
        return "code"
    return "heading" if _stands_out(line, style.body) else "text"


def _add(blocks: list[Block], line: Line, page: int, style: Style) -> None:
    """Append the line to the last block if it continues that block, else open a new block."""
    kind = _kind(line, style)
    text = line.text.strip()
    last = blocks[-1] if blocks else None
    if last is None or not _goes_on(last, line, kind, page, style):
        text = BULLET.sub("- ", text)
        blocks.append(Block(kind, [line], page, text))
        return
    head, tail = _joint(last.text, text, style.compounds)
    if page != last.last_page:
        last.marks.append((page, len(head)))
    last.text = head + tail
    last.lines.append(line)


def _goes_on(block: Block, line: Line, kind: str, page: int, style: Style) -> bool:
    """Whether the line continues the block above it."""
    if kind != block.kind or kind == "table":
        return False
    if len(block.text) > BLOCK_LENGTH:
        return False
    above = block.lines[-1]
    step = (line.y0 - above.y0) / max(line.size, 1)
    below = page == block.last_page and step > 0
    if kind == "code":
        return below and step < 3
    if kind == "heading":
        same_look = _size(line) == _size(above) and line.bold == above.bold
        return below and same_look and step < 1.6
    # In points: a caption is set smaller than the text above it.
    resized = abs(line.size - above.size) > 0.8
    if resized or ITEM.match(line.text):
        return False
    if not below:
        return _same_sentence(block, line)
    indented = line.x0 > above.x0 + 0.8 * line.size
    if indented and not ITEM.match(block.lines[0].text):
        return False
    return step < 1.2 * style.leading


def _same_sentence(block: Block, line: Line) -> bool:
    """Whether a sentence continues in the next column or on the next page."""
    if block.text[-1] in ".!?:":
        return False
    text = line.text.strip()
    return text[0].islower()


def _joint(text: str, more: str, compounds: set[str]) -> tuple[str, str]:
    """Return both sides of a line break, ready to be concatenated.

    They are separated by a space, or become one word where a hyphen split it.
    """
    first = re.search(r"(\w+)[-\u00ad]$", text[-50:])
    second = re.match(r"\w+", more)
    if not first or not second:
        return text + " ", more
    beginning, end = first[1], second[0]
    if not end[0].islower():
        return text + " ", more
    compound = f"{beginning}-{end}".lower()
    head = text if compound in compounds else text[:-1]
    return head, more


def _gap(above: Block | None, block: Block) -> str:
    if above is None:
        return ""
    between_items = ITEM.match(above.text) and ITEM.match(block.text)
    return "\n" if between_items else "\n\n"


def _markdown(block: Block, style: Style) -> str:
    if block.kind == "table":
        return markdown_table(block.lines[0].rows)
    if block.kind == "heading":
        return _heading(block, style)
    if block.kind == "code":
        return _code(block)
    return block.text


def _heading(block: Block, style: Style) -> str:
    line = block.lines[0]
    look = (_size(line), line.bold)
    level = style.levels.index(look) + 1
    # Markdown has six levels.
    marks = "#" * min(level, 6)
    return f"{marks} {block.text}"


def _code(block: Block) -> str:
    left = min(line.x0 for line in block.lines)
    lines = ["```"]
    for line in block.lines:
        lines.append(_indented(line, left))
    lines.append("```")
    return "\n".join(lines)


def _indented(line: Line, left: float) -> str:
    length = max(len(line.text), 1)
    letter_width = line.width / length or 1
    distance = line.x0 - left
    letters = round(distance / letter_width)
    indent = " " * min(letters, 80)
    return indent + line.text
