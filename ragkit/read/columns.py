"""In which order the lines of a page are read. Pure: places in, order out.

Running heads and page numbers go; columns are read one after the other; pieces at the same height become one
line. Left out: text that runs around a figure, right-to-left columns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

MARGIN = 0.08  # running heads and feet stand in this share of the page's height, above and below
PAGE_NUMBER = re.compile(r"\W*(page\s*)?(\d+|[ivxl]+)(\s*(of|/)\s*\d+)?\W*", re.IGNORECASE)


class Line(NamedTuple):
    """One line of a page. Places are in points, from the top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float = 10.0
    bold: bool = False
    code: bool = False
    rows: Sequence[Sequence[str]] = ()
    """The cells, where the line stands for a whole table."""

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2


class Page(NamedTuple):
    """A page's height in points, and its lines in any order."""

    height: float
    lines: list[Line]


def without_running_heads(pages: Sequence[Page]) -> list[list[Line]]:
    """The lines of each page but page numbers, and what stands in the margin of a neighbour page as well.

    Digits count as equal, and a neighbour is one or two pages away: so heads that differ on left and right
    pages go too, and those that change with the chapter.
    """
    heads = [{_shape(line) for line in page.lines if _in_margin(line, page)} for page in pages]
    kept = []
    for at, page in enumerate(pages):
        near: set[str] = set().union(*heads[max(0, at - 2) : at], *heads[at + 1 : at + 3])
        kept.append([line for line in page.lines if not (_in_margin(line, page) and _is_head(line, near))])
    return kept


def _is_head(line: Line, near: set[str]) -> bool:
    return _shape(line) in near or PAGE_NUMBER.fullmatch(line.text) is not None


def _shape(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.strip())


def _in_margin(line: Line, page: Page) -> bool:
    return not line.rows and not page.height * MARGIN < line.middle < page.height * (1 - MARGIN)


def in_reading_order(lines: Sequence[Line], depth: int = 3) -> list[Line]:
    """Column by column; a line across the columns (a title, a wide table) ends those above it."""
    gutter = find_gutter(lines) if depth else None
    if gutter is None:
        return in_rows(lines)
    ordered: list[Line] = []
    band: list[Line] = []
    for line in [*sorted(lines, key=lambda line: line.y0), None]:
        if line is not None and not line.x0 < gutter < line.x1:
            band.append(line)
            continue
        for side in ([x for x in band if x.x1 <= gutter], [x for x in band if x.x0 >= gutter]):
            ordered += in_reading_order(side, depth - 1)
        ordered += [line] if line else []
        band = []
    return ordered


def find_gutter(lines: Sequence[Line]) -> float | None:
    """Where the page parts into columns, in points from the left; None when it does not.

    Columns stand beside each other and their lines fill them. The second tells them from a table.
    """
    if not lines:
        return None
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    starts = Counter(round(line.x0) - 1 for line in lines if 0.2 < (line.x0 - left) / (right - left + 1) < 0.8)
    crossed = {x: sum(line.x0 < x < line.x1 for line in lines) for x, _ in starts.most_common(20)}
    if not crossed:
        return None
    gutter = min(crossed, key=lambda x: (crossed[x], abs(x - (left + right) / 2)))
    one = [line for line in lines if line.x1 <= gutter]
    two = [line for line in lines if line.x0 >= gutter]
    if not one or not two or _beside(one, two) < min(len(one), len(two)) / 4:  # a figure leaves gaps
        return None
    filled = min(_usual_width(one) / (gutter - left), _usual_width(two) / (right - gutter))
    return gutter if filled > 0.4 else None


def _beside(one: Sequence[Line], two: Sequence[Line]) -> int:
    """How many lines of the one side have a line of the other at their height."""
    two = sorted(two, key=lambda line: line.y0)
    tops, reach = [line.y0 for line in two], [0.0, *accumulate((line.y1 for line in two), max)]
    return sum(reach[bisect_right(tops, line.middle)] > line.middle for line in one)


def _usual_width(lines: Sequence[Line]) -> float:
    """The mean width, where a wide line counts more: the labels of a figure do not make a column narrow."""
    widths = [line.x1 - line.x0 for line in lines]
    return sum(width * width for width in widths) / max(sum(widths), 1)


def in_rows(lines: Sequence[Line]) -> list[Line]:
    """From the top down; pieces at the same height (a bullet and its text) become one line."""
    rows: list[Line] = []
    for line in sorted(lines, key=lambda line: (line.middle, line.x0)):
        last = rows[-1] if rows else None
        if last and not last.rows and not line.rows and last.y0 < line.middle < last.y1:
            first, second = sorted((last, line), key=lambda piece: piece.x0)
            longer = max(last, line, key=lambda piece: len(piece.text))
            rows[-1] = longer._replace(
                text=f"{first.text.rstrip()} {second.text.lstrip()}", x0=first.x0, x1=max(last.x1, line.x1),
                bold=last.bold and line.bold, code=last.code and line.code,
            )  # fmt: skip
        else:
            rows.append(line)
    return rows
