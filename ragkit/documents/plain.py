"""Markdown and plain text: what a reader of the rendered page sees, and its headings.

The text is kept as it is, without front matter and comments, which no reader sees. The title of the
front matter is a heading above all the others. Left out: which encoding the bytes are in
(`encodings.py`), and what a heading is (`sections.py`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from ragkit.documents.document import LEFT_OUT, USUAL, Document, Heading, Limits, Unreadable
from ragkit.documents.encodings import MARK, decoded
from ragkit.documents.sections import blocks, headings, line_starts

BINARY = "looks binary, not like text; if it is text, save it again as UTF-8"
EMPTY = "is empty; fill it or leave it out"
FRONT_MATTER = re.compile(
    r"(---|\+\+\+)[ \t]*\n(?![ \t]*\n)((?:.*\n)*?)(?:\1|\.\.\.)[ \t]*(?:\n|\Z)"
)
"""As Jekyll, Hugo and Pandoc have it. After a rule, a line is blank."""
FIELD = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(.*)", re.MULTILINE)
FIELDS = re.compile(r"(?:(?:[ \t#-].*|[\w-]+[ \t]*:.*)?\n)*")
"""Lines that look like fields, though they are no YAML, such as `title: Pump: a manual`."""
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
SPAN_OR_COMMENT = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|<!--.*?-->", re.DOTALL)
"""A code span, in which a comment is text, or a comment."""


def read_text(raw: bytes, limits: Limits = USUAL) -> Document:
    """Read Markdown or plain text, without what no reader sees. Raises `Unreadable`.

    >>> read_text(b"---\\ntitle: Heaps\\n---\\nA heap is a <!-- binary --> tree.").text
    'A heap is a  tree.'
    """
    text, notes = decoded(raw)
    if "\0" in text or text.count(MARK) * 10 > len(text):
        raise Unreadable(None, BINARY)
    text = text.replace("\r\n", "\n")
    text = text.replace("\r", "\n")
    if not text.strip():
        raise Unreadable(None, EMPTY)
    title, text, front = _without_front_matter(text)
    text, comments = _without_comments(text)
    found = headings(text[: limits.characters])
    if title:
        found.insert(0, Heading(0, 0, 1, title))
    title = found[0].title if found else ""
    return Document("", title, text, headings=tuple(found), notes=(*notes, *front, *comments))


def _without_front_matter(text: str) -> tuple[str, str, list[str]]:
    """Return the title that is in the front matter, the text below it, and a note."""
    found = FRONT_MATTER.match(text)
    fields = _fields(found[1], found[2]) if found else None
    if found is None or fields is None:
        return "", text, []
    title = fields.get("title", "")
    words = title.split() if isinstance(title, str) else []
    title = " ".join(words)
    lines = found[2].count("\n")
    note = f"{LEFT_OUT}, as no reader sees it: front matter ({lines} line{'s' * (lines != 1)})"
    return title, text[found.end() :].lstrip("\n"), [note]


def _fields(mark: str, body: str) -> dict[Any, Any] | None:
    """Return the fields of front matter; None if it is text between two rules."""
    import yaml

    if not body.strip():
        return {}
    try:
        if mark == "+++":
            return tomllib.loads(body)
        # All values are text, so that a year as the title is one, too.
        fields = yaml.load(body, yaml.BaseLoader)  # noqa: S506
    except (ValueError, yaml.YAMLError, RecursionError):
        if not FIELDS.fullmatch(body):
            return None
        pairs = FIELD.findall(body)
        fields = dict(pairs)
    return fields if isinstance(fields, dict) else None


def _without_comments(text: str) -> tuple[str, list[str]]:
    """Return the text without its HTML comments, and a note; those in code are text."""
    if "<!--" not in text:
        return text, []
    kept = []
    end = 0
    count = 0
    for start, after in _comments(text):
        kept.append(text[end:start])
        end = after
        count += 1
    kept.append(text[end:])
    note = f"{LEFT_OUT}, as no reader sees them: comments ({count})"
    return "".join(kept), [note] if count else []


def _comments(text: str) -> Iterator[tuple[int, int]]:
    starts = line_starts(text)
    for token in blocks(text):
        if token.type not in ("inline", "html_block"):
            continue
        first, last = token.map or (0, 0)
        start = starts[first]
        end = starts[last]
        pattern = COMMENT if token.type == "html_block" else SPAN_OR_COMMENT
        for found in pattern.finditer(text, start, end):
            if found[0].startswith("<!--"):
                yield found.span()
