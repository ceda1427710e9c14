"""The reading order of the lines of a page, computed from their positions alone.

Running heads and page numbers are removed, columns are read one after the other, and pieces at the
same height become one line. Left out: text that runs around a figure, right-to-left columns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

MARGIN = 0.08
"""Fraction of the page's height, at the top and at the bottom, that may contain running heads."""
PAGE_NUMBER = re.compile(r"\W*(page\s*)?(\d+|[ivxl]+)(\s*(of|/)\s*\d+)?\W*", re.IGNORECASE)


class Line(NamedTuple):
    """One line of a page. Positions are in points, from the top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float = 10.0
    bold: bool = False
    code: bool = False
    rows: Sequence[Sequence[str]] = ()
    """The cells, if the line represents a whole table."""

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def width(self) -> float:
        return self.x1 - self.x0


class Page(NamedTuple):
    """A page's height in points, and its lines in any order."""

    height: float
    lines: list[Line]


def without_running_heads(pages: Sequence[Page]) -> list[list[Line]]:
    """Return the lines of each page without page numbers and running heads.

    A running head is a line in the margin that is also in the margin of a page at most two pages
    away. That covers heads that alternate between left and right pages, and heads that change with
    the chapter. All digits count as equal.
    """
    heads = [_margin_shapes(page) for page in pages]
    kept = []
    for number, page in enumerate(pages):
        first = max(0, number - 2)
        before = heads[first:number]
        after = heads[number + 1 : number + 3]
        nearby: set[str] = set().union(*before, *after)
        body = [line for line in page.lines if not _is_head(line, page, nearby)]
        kept.append(body)
    return kept


def _margin_shapes(page: Page) -> set[str]:
    shapes = set()
    for line in page.lines:
        if _in_margin(line, page):
            shapes.add(_shape(line))
    return shapes


def _is_head(line: Line, page: Page, nearby: set[str]) -> bool:
    if not _in_margin(line, page):
        return False
    if PAGE_NUMBER.fullmatch(line.text):
        return True
    return _shape(line) in nearby


def _shape(line: Line) -> str:
    text = line.text.strip()
    return re.sub(r"\d+", "#", text)


def _in_margin(line: Line, page: Page) -> bool:
    if line.rows:
        return False
    top = page.height * MARGIN
    bottom = page.height * (1 - MARGIN)
    return not top < line.middle < bottom


def in_reading_order(lines: Sequence[Line], depth: int = 3) -> list[Line]:
    """Return the lines column by column.

    A line across both columns, such as a title or a wide table, ends the columns above it.
    """
    gutter = find_gutter(lines) if depth else None
    if gutter is None:
        return in_rows(lines)
    ordered: list[Line] = []
    # The lines in columns since the last line across them.
    band: list[Line] = []
    for line in sorted(lines, key=lambda line: line.y0):
        if not line.x0 < gutter < line.x1:
            band.append(line)
            continue
        ordered += _columns_of(band, gutter, depth)
        ordered.append(line)
        band = []
    return ordered + _columns_of(band, gutter, depth)


def _columns_of(band: Sequence[Line], gutter: float, depth: int) -> list[Line]:
    """Return the lines left of the gutter, then those right of it, each in reading order."""
    left, right = _split(band, gutter)
    ordered = in_reading_order(left, depth - 1)
    ordered += in_reading_order(right, depth - 1)
    return ordered


def _split(lines: Sequence[Line], gutter: float) -> tuple[list[Line], list[Line]]:
    left, right = [], []
    for line in lines:
        if line.x1 <= gutter:
            left.append(line)
        if line.x0 >= gutter:
            right.append(line)
    return left, right


def find_gutter(lines: Sequence[Line]) -> float | None:
    """Return the position between two columns, in points from the left; None for a single column.

    The lines of both columns must be at the same heights, and must fill the width of their column.
    The second condition tells columns from a table.
    """
    if not lines:
        return None
    left = min(line.x0 for line in lines)
    right = max(line.x1 for line in lines)
    gutter = _likeliest_gutter(lines, left, right)
    if gutter is None:
        return None
    one, two = _split(lines, gutter)
    if not one or not two:
        return None
    # A quarter is enough, because a figure leaves gaps in its column.
    if _count_beside(one, two) < min(len(one), len(two)) / 4:
        return None
    filled_left = _usual_width(one) / (gutter - left)
    filled_right = _usual_width(two) / (right - gutter)
    if min(filled_left, filled_right) > 0.4:
        return gutter
    return None


def _likeliest_gutter(lines: Sequence[Line], left: float, right: float) -> float | None:
    """Return the place before a frequent start of lines that the fewest lines cross."""
    starts: Counter[int] = Counter()
    for line in lines:
        indent = (line.x0 - left) / (right - left + 1)
        if 0.2 < indent < 0.8:
            starts[round(line.x0) - 1] += 1
    middle = (left + right) / 2
    crossings = {}
    for place, _ in starts.most_common(20):
        crossed = [line for line in lines if line.x0 < place < line.x1]
        crossings[place] = len(crossed)
    if not crossings:
        return None
    return min(crossings, key=lambda place: (crossings[place], abs(place - middle)))


def _count_beside(one: Sequence[Line], two: Sequence[Line]) -> int:
    """Count the lines of one side that have a line of the other side at their height."""
    two = sorted(two, key=lambda line: line.y0)
    tops = [line.y0 for line in two]
    bottoms = accumulate((line.y1 for line in two), max)
    # lowest[n] is the lowest point that the first n lines reach.
    lowest = [0.0, *bottoms]
    count = 0
    for line in one:
        starts_above = bisect_right(tops, line.middle)
        count += lowest[starts_above] > line.middle
    return count


def _usual_width(lines: Sequence[Line]) -> float:
    """Return the mean width, weighted by width.

    The weights keep the short labels of a figure from making a column look narrow.
    """
    widths = [line.width for line in lines]
    squares = [width * width for width in widths]
    total = max(sum(widths), 1)
    return sum(squares) / total


def in_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines from the top down.

    Pieces at the same height, such as a bullet and its text, become one line.
    """
    rows: list[Line] = []
    for line in sorted(lines, key=lambda line: (line.middle, line.x0)):
        last = rows[-1] if rows else None
        if last and _same_row(last, line):
            rows[-1] = _joined(last, line)
        else:
            rows.append(line)
    return rows


def _same_row(last: Line, line: Line) -> bool:
    if last.rows or line.rows:
        return False
    return last.y0 < line.middle < last.y1


def _joined(last: Line, line: Line) -> Line:
    first, second = sorted((last, line), key=lambda piece: piece.x0)
    longer = max(last, line, key=lambda piece: len(piece.text))
    return longer._replace(
        text=f"{first.text.rstrip()} {second.text.lstrip()}",
        x0=first.x0,
        x1=max(last.x1, line.x1),
        bold=last.bold and line.bold,
        code=last.code and line.code,
    )
