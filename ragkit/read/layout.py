"""Lines in reading order -> Markdown. Pure: what a line is, its size, weight and gaps say.

Larger or bold lines are headings, monospaced ones code; a wider gap, an indent or a bullet opens a paragraph;
words parted at a line's end are joined. Left out: tables without ruled lines, which become rows of text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ragkit.read.columns import Line, Page, in_reading_order, without_running_heads
from ragkit.read.document import markdown_table

BULLET = re.compile(r"^\s*[•◦▪‣·∙●○■\uf0b7–-]\s+")
ITEM = re.compile(r"^\s*(?:[•◦▪‣·∙●○■\uf0b7–-]|\(?\d{1,2}[.)]|\[\d+\])\s")
NO_HEADING = re.compile(r"^(table|figure|fig\.|listing)\s*\d|^[\W\d_]*$|(\. ?){4}", re.IGNORECASE)
"""A caption, a line without a letter, an entry in a table of contents."""
COMPOUND = re.compile(r"\b\w+(?:-\w+)+")
BLOCK_LENGTH = 10_000  # characters; a hostile page is one paragraph without an end
HEADING_LENGTH = 150  # characters; a longer line in large type is a paragraph


@dataclass
class Block:
    """Lines that belong together, growing."""

    kind: str
    lines: list[Line]
    page: int
    text: str
    marks: list[tuple[int, int]] = field(default_factory=list)
    """(page, offset in `text`) for each further page that the block runs on to."""


class Style(NamedTuple):
    """What is usual in this document, and so what stands out."""

    body: float
    """Size of most of the text, in points."""
    leading: float
    """From one line down to the next, as a multiple of the size."""
    levels: list[tuple[float, bool]]
    """Size and weight of the headings, outermost first."""
    compounds: set[str]
    """Words that the document itself writes with a hyphen."""


def to_markdown(pages: Sequence[Page]) -> tuple[str, list[int], str]:
    """The Markdown, the offset at which each page starts in it, and the first heading or an empty string."""
    lines = [in_reading_order(kept) for kept in without_running_heads(pages)]
    style = style_of(lines)
    blocks: list[Block] = []
    for number, page in enumerate(lines):
        for line in page:
            _add(blocks, line, number, style)
    text, starts = "", dict[int, int]()
    for above, block in zip([None, *blocks], blocks, strict=False):
        text += _gap(above, block)
        for page_number, offset in [(block.page, 0), *block.marks]:
            starts.setdefault(page_number, len(text) + offset)
        text += _markdown(block, style)
    offsets = [len(text)] * (len(pages) + 1)
    for number in reversed(range(len(pages))):  # a page without text starts where the next one does
        offsets[number] = starts.get(number, offsets[number + 1])
    title = next((block.text for block in blocks if block.kind == "heading"), "")
    return text, offsets[:-1], title


def style_of(pages: Sequence[Sequence[Line]]) -> Style:
    """Measure the document: most of its characters are body text."""
    sizes: Counter[float] = Counter()
    steps: list[float] = []
    lines = [line for page in pages for line in page if not line.rows]
    for line in lines:
        sizes[_size(line)] += 0 if line.code else len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    for above, below in pairwise(lines):
        step = (below.y0 - above.y0) / body
        steps += [step] if _size(above) == _size(below) == body and 0.8 < step < 3 else []
    found = {(_size(line), line.bold) for line in lines if _stands_out(line, body)}
    compounds = {word.lower() for line in lines for word in COMPOUND.findall(line.text)}
    levels = sorted(found, key=lambda style: (-style[0], not style[1]))
    return Style(body, median(steps) if steps else 1.2, levels, compounds)


def _size(line: Line) -> float:
    return round(line.size * 2) / 2


def _stands_out(line: Line, body: float) -> bool:
    text = line.text.strip()
    if line.rows or line.code or len(text) > HEADING_LENGTH or NO_HEADING.search(text):
        return False
    return line.size > body * 1.12 or (line.bold and line.size > body * 0.95 and text[-1] not in ".,;:")


def _kind(line: Line, style: Style) -> str:
    if line.rows:
        return "table"
    if line.code:
        return "code"
    return "heading" if _stands_out(line, style.body) else "text"


def _add(blocks: list[Block], line: Line, page: int, style: Style) -> None:
    """Append the line to the last block if it goes on with it, else open a new block."""
    kind, text = _kind(line, style), line.text.strip()
    last = blocks[-1] if blocks else None
    if last is None or not _goes_on(last, line, kind, page, style):
        blocks.append(Block(kind, [line], page, BULLET.sub("- ", text)))
        return
    head, tail = _joint(last.text, text, style.compounds)
    if page != (last.marks[-1][0] if last.marks else last.page):
        last.marks.append((page, len(head)))
    last.text = head + tail
    last.lines.append(line)


def _goes_on(block: Block, line: Line, kind: str, page: int, style: Style) -> bool:
    above = block.lines[-1]
    step = (line.y0 - above.y0) / max(line.size, 1)
    here = page == (block.marks[-1][0] if block.marks else block.page) and step > 0
    if kind != block.kind or kind == "table" or len(block.text) > BLOCK_LENGTH:
        return False
    if kind == "code":
        return here and step < 3
    if kind == "heading":
        return here and _size(line) == _size(above) and line.bold == above.bold and step < 1.6
    if ITEM.match(line.text) or abs(line.size - above.size) > 0.8:  # points; a caption is set smaller
        return False
    if not here:  # the next column or page: a sentence goes on where a small letter follows no full stop
        return block.text[-1] not in ".!?:" and line.text.strip()[0].islower()
    indented = line.x0 > above.x0 + 0.8 * line.size and not ITEM.match(block.lines[0].text)
    return step < 1.2 * style.leading and not indented


def _joint(text: str, more: str, compounds: set[str]) -> tuple[str, str]:
    """Both ends of a line break: with a space, or as one word where a hyphen parted it."""
    first, second = re.search(r"(\w+)[-\u00ad]$", text[-50:]), re.match(r"\w+", more)
    if not first or not second or not second[0][0].islower():
        return text + " ", more
    compound = f"{first[1]}-{second[0]}".lower() in compounds
    return (text if compound else text[:-1]), more


def _gap(above: Block | None, block: Block) -> str:
    if above is None:
        return ""
    return "\n" if ITEM.match(above.text) and ITEM.match(block.text) else "\n\n"


def _markdown(block: Block, style: Style) -> str:
    if block.kind == "table":
        return markdown_table(block.lines[0].rows)
    if block.kind == "heading":
        line = block.lines[0]
        return "#" * min(style.levels.index((_size(line), line.bold)) + 1, 6) + " " + block.text
    if block.kind == "code":
        left = min(line.x0 for line in block.lines)
        return "```\n" + "\n".join(_indented(line, left) for line in block.lines) + "\n```"
    return block.text


def _indented(line: Line, left: float) -> str:
    width = (line.x1 - line.x0) / max(len(line.text), 1) or 1
    return " " * min(round((line.x0 - left) / width), 80) + line.text
