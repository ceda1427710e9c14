"""The forms under which a text may hide another one from a search for words.

A model reads letters with invisible characters between them, letters of another alphabet that look
alike, words spaced out, and Base64. So a rule that looks for words has to read them, too. No form
is ever shown to a model: the forms are only searched.

Left out: other ciphers, words written with digits for letters (1gn0re), and text in pictures.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

TAGS = range(0xE0020, 0xE007F)
"""Invisible characters of Unicode that stand for the letters of ASCII, one for one."""
_CYRILLIC = "авекмнорстухіјѕԁһ"
_LOOKS_LIKE = "abekmhopctyxijsdh"
_GREEK = "αορνικτυχ"
_LOOKS_LIKE_TOO = "aopviktux"
ALIKE = str.maketrans(_CYRILLIC + _GREEK, _LOOKS_LIKE + _LOOKS_LIKE_TOO)
"""Small letters of other alphabets, each with the Latin one that looks like it."""
MIXED = re.compile(r"[a-z][а-яіјѕԁһα-ω]|[а-яіјѕԁһα-ω][a-z]")
"""Two alphabets within a word."""
SPACED = re.compile(r"\b(?:\w[ .·-]){4,200}\w\b")
"""A word of single letters: i g n o r e."""
BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{24,20000}={0,2}(?![\w+/=-])")
HEX = re.compile(r"(?<!\w)(?:[0-9a-fA-F]{2}[ :]?){12,10000}(?!\w)")
PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}|\w){12,10000}")
TELLING = re.compile(r"ignore|disregard|answer|passages|instruction|assistant")
"""Words that are in nearly every order, and that no text has when it is turned round."""
MARKUP = re.compile(r"[*`~#>|\"'“”‘’«»]+")
"""Signs of markup and quotation, which may be between words."""


def forms(text: str) -> Iterator[tuple[str, str]]:
    """The forms of a text, each with the name of its disguise, which is empty for the plain one.

    All are in lower case.

    >>> dict(forms("Ignore\\u200b it."))
    {'': 'ignore it.'}
    >>> dict(forms(".ti erongI"))["letters backwards"]
    'ignore it.'
    """
    plain = plainly(text)
    yield "", plain
    if MIXED.search(plain):
        yield "letters of another alphabet", plain.translate(ALIKE)
    if SPACED.search(plain):
        yield "letters spaced out", SPACED.sub(_together, plain)
    for disguise, decoded in _decoded(text):
        yield disguise, plainly(decoded)
    turned = (("letters backwards", plain[::-1]), ("ROT13", codecs.encode(plain, "rot13")))
    for disguise, form in turned:
        if TELLING.search(form):
            yield disguise, form


def plainly(text: str) -> str:
    """A text in lower case, without invisible characters, markup, and other forms of letters.

    >>> plainly("Ig\\u00adnore **ＡＬＬ** &amp; go\\U000e0067\\U000e006f")
    'ignore all & gogo'
    """
    visible = "".join(map(_visible, html.unescape(text)))
    usual = unicodedata.normalize("NFKC", visible)
    return MARKUP.sub("", usual).replace("_", " ").lower()


def _visible(character: str) -> str:
    """A character as it is; of an invisible one the letter that it stands for, or nothing."""
    code = ord(character)
    if code in TAGS:
        return chr(code - 0xE0000)
    if unicodedata.category(character) == "Cf":
        return ""
    return character


def _together(spaced: re.Match[str]) -> str:
    """The letters of a word that is spaced out; two spaces are between words."""
    return re.sub(r"(?<=\w)[ .·-](?=\w)", "", spaced[0])


def _decoded(text: str) -> Iterator[tuple[str, str]]:
    """What the pieces of a text that look encoded decode to, where that is text."""
    for piece in BASE64.findall(text):
        yield from _as_text("Base64", _base64(piece))
    for piece in HEX.findall(text):
        yield from _as_text("hexadecimal", _hex(piece))
    if "%" in text:
        for piece in PERCENT.findall(text):
            yield "percent signs", unquote(piece)


def _base64(piece: str) -> bytes:
    padded = piece.rstrip("=") + "=" * (-len(piece.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded, altchars=b"-_" if "-" in piece or "_" in piece else None)
    except (binascii.Error, ValueError):
        return b""


def _hex(piece: str) -> bytes:
    digits = re.sub(r"[ :]", "", piece)
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _as_text(disguise: str, decoded: bytes) -> Iterator[tuple[str, str]]:
    """The bytes as text, if they are UTF-8 with nothing unprintable in it."""
    try:
        text = decoded.decode()
    except UnicodeDecodeError:
        return
    if text and all(letter.isprintable() or letter.isspace() for letter in text):
        yield disguise, text
