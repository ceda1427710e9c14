"""The lines of a PDF's page: turned upright, with their sizes, and what is raised in them.

Left out: text that runs from right to left in columns, and upright letters set one below the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from ragkit.documents.exponents import LOWERED, RAISED, Piece, plain

BOLD, MONOSPACED, SUPERSCRIPT = 16, 8, 1
"""Bits of a span's flags."""
SMALLEST = 1.0
"""Size of a font, in points, below which it is no size of letters that are read."""


def upright(page: Any) -> list[dict[str, Any]]:
    """Turn a page until most of its letters are upright, however it is shown; return its lines.

    A wide table is set sideways, and a viewer is told to turn the page, or its reader turns it.
    """
    lines = raw_lines(page, "dict")
    letters: Counter[int] = Counter()
    for line in lines:
        letters[_turn(*line["dir"])] += sum(len(span["text"].strip()) for span in line["spans"])
    turn = max(letters, key=lambda turn: letters[turn], default=0)
    if not turn and not page.rotation:
        return lines
    page.set_rotation(turn)
    page.remove_rotation()
    return raw_lines(page, "dict")


def _turn(x: float, y: float) -> int:
    """Return by how many degrees a page has to be turned, clockwise, for text in a direction."""
    if abs(x) >= abs(y):
        return 0 if x >= 0 else 180
    return 90 if y < 0 else 270


def is_turned(line: dict[str, Any]) -> bool:
    """Whether a line is not upright: a stamp along the margin is not part of the text."""
    _, slope = line["dir"]
    texts = [span["text"] for span in line["spans"]]
    return abs(slope) > 0.1 and any(map(str.strip, texts))


def level_lines(lines: Iterable[dict[str, Any]]) -> Iterator[list[Any]]:
    """Yield each horizontal line of a page as the fields of `columns.Line`."""
    for line in lines:
        spans = [span for span in line["spans"] if span["text"].strip()]
        if not spans or is_turned(line):
            continue
        if not all(map(isfinite, line["bbox"])):
            continue
        text = plain(piece_of(span, span["text"], line) for span in line["spans"])
        longest = max(spans, key=lambda span: len(span["text"]))
        bold = all(span["flags"] & BOLD for span in spans)
        mono = all(span["flags"] & MONOSPACED for span in spans)
        yield [text.rstrip(), *line["bbox"], _size(longest), bold, mono, []]


def _size(span: dict[str, Any]) -> float:
    """Return the size of the font in points.

    A Type 3 font may count in units of its own, as the bitmap fonts of old LaTeX do. Its letters
    are drawn at their true size, so the height of their box is taken instead.
    """
    size: float = span["size"]
    if size >= SMALLEST:
        return size
    _, top, _, bottom = span["bbox"]
    return max(bottom - top, SMALLEST)


def raw_lines(page: Any, form: str) -> list[dict[str, Any]]:
    """Return PyMuPDF's own lines: of spans in the form `dict`, of characters in `rawdict`."""
    import pymupdf

    # Without the flags for images and ligatures.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    text = page.get_text(form, flags=int(flags))
    lines: list[dict[str, Any]] = []
    for block in text["blocks"]:
        lines += block["lines"]
    return lines


def piece_of(span: dict[str, Any], text: str, line: dict[str, Any]) -> Piece:
    """Return letters of a span, and whether they are raised or lowered in their line."""
    text = text.replace("\0", "")
    largest = max(line["spans"], key=lambda other: other["size"])
    # In a line that begins with a lowered letter, MuPDF takes all others for raised.
    if span["size"] > 0.95 * largest["size"]:
        return Piece(text)
    if span["flags"] & SUPERSCRIPT:
        return Piece(text, RAISED, round(span["size"]))
    lower = span["origin"][1] - largest["origin"][1]
    if lower > 0.05 * largest["size"]:
        return Piece(text, LOWERED, round(span["size"]))
    return Piece(text)
