"""A passage as HTML: its place, and its text with the sentence marked on which an answer rests."""

from __future__ import annotations

from html import escape

from ragkit.evaluate.golden.quotes import find_quote
from ragkit.state import Passage
from ragkit.widgets.runs.readable import readable

STYLE = """<style>
.rk-cite { display: inline } .rk-cite > summary { display: inline; cursor: pointer; \
font-weight: bold; text-decoration: underline dotted; list-style: none }
.rk-cite > summary::-webkit-details-marker { display: none }
.rk-cite:not([open])::details-content { display: none }
.rk-cite > div { display: block; font-size: .95em; margin: .3rem 0 }
.rk-text mark { background: #ffe08a; color: #111 }
</style>"""


def marked(passage: Passage, sentence: str) -> str:
    """The text of a passage, escaped, with a sentence of it marked.

    What is no sentence of it, such as a row of a table in words, is quoted above it instead.

    >>> marked(Passage("o", "Owls sleep. They hunt mice."), "They hunt mice.")
    "<div class='rk-text'>Owls sleep. <mark>They hunt mice</mark>.</div>"
    """
    span = find_quote(passage.text, sentence) if sentence else None
    if span is None:
        quoted = f"<q>{readable(sentence)}</q>\n\n" if sentence else ""
        return f"<div class='rk-text'>{quoted}{readable(passage.text)}</div>"
    start, stop = span
    before = escape(passage.text[:start])
    inside = escape(passage.text[start:stop])
    after = escape(passage.text[stop:])
    return f"<div class='rk-text'>{before}<mark>{inside}</mark>{after}</div>"


def citation(number: int, passage: Passage, sentence: str) -> str:
    """A citation such as [1], which opens its passage at a click or at Enter, without a script."""
    place = escape(passage.place)
    return (
        f"<details class='rk-cite'><summary title='{place}' aria-label='source {number}, {place}'>"
        f"[{number}]</summary><div><b>{place}</b>{marked(passage, sentence)}</div></details>"
    )
