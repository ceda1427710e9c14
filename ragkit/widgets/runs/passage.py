"""A passage as HTML: its place, and its text with the sentence marked on which an answer rests.

A citation in an answer opens its passage. Neither needs a script or a kernel, so both work on an
exported page too.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from ragkit.evaluate.golden.quotes import find_quote
from ragkit.runs.address import address
from ragkit.state import Passage
from ragkit.text.excerpts import rests_on
from ragkit.text.sentences import citations
from ragkit.trace import Trace
from ragkit.widgets.runs.readable import readable, said

CITATION = re.compile(r"\[(\d{1,6})\]")
STYLE = """<style>
.rk-cite { display: inline } .rk-cite > summary { display: inline; cursor: pointer; \
font-weight: bold; text-decoration: underline dotted; list-style: none }
.rk-cite > summary::-webkit-details-marker { display: none }
.rk-cite:not([open])::details-content { display: none }
.rk-cite > div { display: block; font-size: .95em; margin: .3rem 0 }
.rk-text { white-space: pre-wrap; overflow-wrap: anywhere; padding: .3rem 1.2rem; \
border-left: 1px solid #888 }
.rk-text mark { background: #ffe08a; color: #111 }
.rk-place { overflow-wrap: anywhere } .rk-place a { color: inherit; text-decoration: underline }
</style>"""


def cited(trace: Trace, folder: Path | None = None) -> str:
    """The answer, escaped, in which each citation opens its passage.

    `folder` contains the documents, so that the place of a passage leads to its file.
    """
    sentences = rests_on(trace.answer, trace.passages)

    def opened(found: re.Match[str]) -> str:
        number = int(found[1])
        if not 1 <= number <= len(trace.passages):
            return found[0]
        return citation(number, trace.passages[number - 1], sentences.get(number, ""), folder)

    return CITATION.sub(opened, escape(said(trace.answer)))


def citation(number: int, passage: Passage, sentence: str, folder: Path | None = None) -> str:
    """A citation such as [1], which opens its passage at a click or at Enter."""
    place = escape(passage.place)
    return (
        f"<details class='rk-cite'><summary title='{place}' aria-label='source {number}, {place}'>"
        f"[{number}]</summary><div>{source(passage, sentence, folder)}</div></details>"
    )


def listed(trace: Trace, folder: Path | None = None) -> list[str]:
    """The passages of a run, which unfold, with the sentences that the answer rests on."""
    sentences = rests_on(trace.answer, trace.passages)
    numbers = set(citations(trace.answer))
    items = []
    for number, passage in enumerate(trace.passages, start=1):
        is_cited = ", cited" if number in numbers else ""
        score = f"<small>(score {passage.score:.3f}{is_cited})</small>"
        body = source(passage, sentences.get(number, ""), folder)
        head = f"[{number}] {escape(passage.place)} {score}"
        items.append(f"<details><summary>{head}</summary>{body}</details>")
    return items


def source(passage: Passage, sentence: str, folder: Path | None = None) -> str:
    """The place of a passage, as a link where it leads to a file or a page, and its text."""
    place = escape(passage.place)
    target = escape(address(passage, folder, sentence))
    if target:
        place = f"<a href='{target}' target='_blank' rel='noopener noreferrer'>{place}</a>"
    return f"<b class='rk-place'>{place}</b>{marked(passage, sentence)}"


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
