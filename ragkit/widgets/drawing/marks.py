"""The smallest pieces of a drawing in SVG: texts, rectangles and badges, and how wide a text is."""

from __future__ import annotations

from ragkit.widgets.drawing.paths import Box

BIG = 13
"""Font size of a node's name, in pixels."""
SMALL = 11
"""Font size of all other texts, in pixels."""
LINE = 14
"""Height of a line of small text."""
LONGEST = 28
"""Largest number of characters of a name; a longer one is cut."""
WIDEST = "MWmw@%"
CJK = 0x2E7F
"""The last character before those of East Asian scripts, which are as wide as the widest."""


def letters(text: str, size: float) -> float:
    """The approximate width of a bold text, rather too large than too small: fonts differ.

    >>> letters("iii", 10) < letters("WWW", 10) == letters("字字字", 10)
    True
    """
    return sum(map(_letter, text)) * size * 1.1


def _letter(letter: str) -> float:
    """The width of a letter of font size 1."""
    if letter in WIDEST or ord(letter) > CJK:
        return 1.0
    return 0.72 if letter.isupper() else 0.58


def short(name: str) -> str:
    """A name, cut where it is too long."""
    if len(name) <= LONGEST:
        return name
    return name[: LONGEST - 1] + "…"


def badge(text: str, x: float, y: float) -> str:
    """A text on a small filled rectangle, by its middle."""
    width = letters(text, SMALL) + 10
    box = Box(
        x=x - width / 2,
        y=y - LINE / 2 - 1,
        width=width,
        height=LINE + 2,
    )
    return rect(box, "badge") + text_at(text, x, y, "badge-text")


def rect(box: Box, kind: str = "box") -> str:
    """A rectangle; `kind` is its class."""
    return (
        f"<rect class='{kind}'"
        f" x='{box.x:.1f}'"
        f" y='{box.y:.1f}'"
        f" width='{box.width:.1f}'"
        f" height='{box.height:.1f}'"
        " rx='6'/>"
    )


def text_at(text: str, x: float, y: float, kind: str = "") -> str:
    """A text by its middle, which must be escaped already; `kind` is its class."""
    name = f" class={kind!r}" if kind else ""
    baseline = y + 4
    return f"<text x='{x:.1f}' y='{baseline:.1f}' text-anchor='middle'{name}>{text}</text>"
