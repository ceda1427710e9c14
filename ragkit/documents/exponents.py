"""Raised and lowered letters of a line in plain characters: 10^-3 is another number than 10-3.

A lowered word or number stays as it is, as in H2O. Left out: letters above or below others, as the
bounds of a sum, and footnotes, whose marks are written like exponents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

RAISED, LOWERED, LEVEL = 1, -1, 0
"""Where letters are: above the line, below it, or on it."""
SIGN, BETWEEN = "[-+−–±]", r"[-+−–±*/·×,=<>≤≥]"
TERM = r"[\w.()]+"
NUMBER = re.compile(rf"{SIGN}?[\w.]*\w[-+−]?|\([^()]+\)")
"""A word or a number, which may have a sign (`-3`, and `2+` of ions), or something in brackets."""
FORMULA = re.compile(rf"{SIGN}? ?{TERM}(?: ?{BETWEEN} ?{SIGN}?{TERM})+")
ORDINALS = {"st", "nd", "rd", "th"}


class Piece(NamedTuple):
    """Letters of a line that are at the same height."""

    text: str
    place: int = LEVEL
    size: int = 0
    """In points: an exponent's exponent is smaller."""


def plain(pieces: Iterable[Piece]) -> str:
    """Return the text of a line, with `^` before what is raised and `_` before a lowered formula.

    >>> plain([Piece("10"), Piece("−", RAISED), Piece("3", RAISED), Piece(" bar")])
    '10^−3 bar'
    >>> plain([Piece("e"), Piece("−t", RAISED, 7), Piece("2", RAISED, 5)])
    'e^−t^2'
    >>> plain([Piece("x"), Piece("n-1", LOWERED), Piece(", H"), Piece("2", LOWERED), Piece("O")])
    'x_(n-1), H2O'
    >>> plain([Piece("the 1"), Piece("st", RAISED), Piece(" pump"), Piece("*", RAISED)])
    'the 1st pump*'
    """
    text = ""
    for (place, _), group in groupby(pieces, key=lambda piece: piece[1:]):
        run = [piece.text for piece in group]
        if place == RAISED:
            text += _raised(run, text)
        elif place == LOWERED:
            text += _lowered("".join(run))
        else:
            text += "".join(run)
    return text


def _raised(run: list[str], before: str) -> str:
    whole = "".join(run)
    bare = whole.strip()
    if bare.lower() in ORDINALS and before[-1:].isdigit():
        return whole
    if NUMBER.fullmatch(bare):
        return f"^{whole}"
    if FORMULA.fullmatch(bare):
        return whole.replace(bare, f"^({bare})")
    # Words that only stand a little higher.
    return "".join(f"^{part}" if part.strip().isalnum() else part for part in run)


def _lowered(whole: str) -> str:
    bare = whole.strip()
    signed = FORMULA.fullmatch(bare) or re.fullmatch(rf"{SIGN}\w+", bare)
    return whole.replace(bare, f"_({bare})") if signed else whole
