"""Bytes to text: which encoding they are in, and notes on what was guessed or lost.

A byte order mark decides, then the label that the file has (of HTML only), then whether the bytes
are UTF-8. The rest is a guess, and a note says so. Labels mean what they mean to browsers.
"""

from __future__ import annotations

import codecs

import webencodings

from ragkit.text.decoded import marked_as

EUROPEAN = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254"]
EAST_ASIAN = ["cp932", "euc_jp", "gb18030", "big5", "cp949"]
LEGACY = [*EUROPEAN, *EAST_ASIAN]
"""Encodings to guess from for files that are not UTF-8, likeliest first.

A guess among all of Python's encodings is noise.
"""
GUESSED_FROM = 1_000_000
"""Number of bytes at the beginning from which an encoding is guessed."""
MARK = "\ufffd"
"""The sign for a letter that did not decode."""
Decoded = tuple[str, tuple[str, ...]]
"""A text, and notes on what was guessed or lost."""


def decoded(raw: bytes, label: str = "") -> Decoded:
    """Return the text in `raw`; `label` is the encoding that the file says it has.

    >>> decoded("Größe".encode("cp1252"), "iso-8859-1")
    ('Größe', ())
    """
    marked = marked_as(raw)
    if marked:
        return _lossy(raw, marked)
    unmarked = _utf16(raw)
    if unmarked:
        text, notes = _lossy(raw, unmarked)
        return text, (f"decoded as {unmarked}, a guess: it has no byte order mark", *notes)
    named = codec(label) or ""
    # What is labelled as UTF-16 has to be something else, or the label could not be read.
    is_named = bool(named) and not named.startswith("utf")
    if is_named and named != "cp1252":
        return _lossy(raw, named)
    if not _is_utf8(raw):
        return _lossy(raw, named) if is_named else _guessed(raw)
    notes = ()
    if is_named and not raw.isascii():
        notes = (f"declared as {label}, but read as UTF-8, which it is",)
    text = raw.decode()
    return text, notes


def codec(label: str) -> str | None:
    """Return Python's name of what a browser takes for `label`; None if it knows none.

    >>> codec("ISO-8859-1"), codec("gb2312"), codec("utf7")
    ('cp1252', 'gb18030', None)
    """
    known = webencodings.lookup(label)
    if known is None:
        return None
    # Browsers read the one as the other, and Python does not.
    name = "gb18030" if known.name == "gbk" else known.codec_info.name
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None


def _utf16(raw: bytes) -> str:
    """Return the kind of UTF-16 without a mark; empty if it is none, or cannot be told.

    In most languages of it every second byte is zero for spaces, digits and Latin letters.
    """
    for encoding, zeros, others in (("utf-16-le", 1, 0), ("utf-16-be", 0, 1)):
        high = raw[zeros::2]
        if high.count(0) * 2 > len(high) > 1 and 0 not in raw[others::2]:
            return encoding
    return ""


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _lossy(raw: bytes, encoding: str) -> Decoded:
    text = raw.decode(encoding, "replace")
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        lost = text.count(MARK)
        return text, (f"letters that did not decode as {encoding} and became {MARK}: {lost:,}",)
    return text, ()


def _guessed(raw: bytes) -> Decoded:
    """Decode as UTF-8 if most of the letters outside ASCII are; else as the likeliest encoding.

    In texts of the legacy encodings less than half of them are, by chance.
    """
    text, notes = _lossy(raw, "utf-8")
    lost = text.count(MARK)
    foreign = sum(not letter.isascii() for letter in text)
    if foreign > 2 * lost:
        return text, notes
    encoding = _likeliest(raw)
    if not encoding:
        return _lossy(raw, "utf-8")
    text, notes = _lossy(raw, encoding)
    return text, (f"decoded as {encoding}, a guess: it is not UTF-8", *notes)


def _likeliest(raw: bytes) -> str:
    """Return an encoding; an empty string if none is likely."""
    # Most files are UTF-8, and need not wait for this import.
    from charset_normalizer import from_bytes

    # The matches are sorted, best first.
    if b"\0" in raw:
        return ""
    beginning = raw[:GUESSED_FROM]
    matches = list(from_bytes(beginning, cp_isolation=LEGACY))
    if not matches:
        return ""
    best = matches[0]
    encodings: list[str] = []
    for match in matches:
        if (match.chaos, match.coherence) == (best.chaos, best.coherence):
            encodings += match.could_be_from_charset
    return min(encodings, key=LEGACY.index)
