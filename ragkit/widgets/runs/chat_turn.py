"""A turn of a chat as HTML: the question, what was searched, the answer, its sources, its route."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ragkit.runs import ChatTurn
from ragkit.runs.searched import searched
from ragkit.text.counted import counted
from ragkit.text.excerpts import rests_on
from ragkit.trace import Graph, Step, Trace
from ragkit.widgets.runs.answer import CITATION
from ragkit.widgets.runs.answer import STYLE as ANSWER
from ragkit.widgets.runs.passage import STYLE as PASSAGE
from ragkit.widgets.runs.passage import citation, marked
from ragkit.widgets.runs.readable import said
from ragkit.widgets.runs.route_map import route_map
from ragkit.widgets.runs.set_aside import folded, set_aside_in
from ragkit.widgets.runs.steps import steps_table

STYLE = f"""{ANSWER}{PASSAGE}<style>
.rk-turn {{ border-top: 1px solid #888; padding: .4rem 0; overflow-wrap: anywhere }}
.rk-asked {{ font-weight: bold; margin: .3rem 0 }} .rk-asked small {{ font-weight: normal }}
.rk-searched {{ list-style: none !important; padding: 0 !important; margin: .3rem 0; \
font-size: .9em }}
.rk-searched li {{ display: flex; gap: .6rem }} .rk-searched span {{ min-width: 0 }}
.rk-searched b {{ font-weight: normal; opacity: .75; flex: 0 0 6rem }}
.rk-turn .rk-answer {{ white-space: pre-line }}
.rk-wide {{ overflow-x: auto }}
</style>"""
UNENDED = "has not ended: it is under way, or its process was killed"


def turn_html(turn: ChatTurn, number: int, graph: Graph | None = None) -> str:
    """The turn; with its graph, the route is drawn as a map too. It needs `STYLE` on its page."""
    label = f"Turn {number}, {turn.ended}"
    parts = [asked(turn, number)]
    if turn.trouble:
        parts.append(f"<p class='rk-answer refused'>{escape(turn.trouble)}</p>")
    elif turn.trace is not None:
        parts += _of_trace(turn, turn.trace, graph)
    else:
        parts.append("<p class='rk-note'>No step of it has finished.</p>")
    return f"<article class='rk rk-turn' aria-label='{label}'>{''.join(parts)}</article>"


def asked(turn: ChatTurn, number: int) -> str:
    """The number and the question of a turn, and what was changed for it."""
    question = escape(turn.question)
    words = escape(turn.change.words)
    changed = f" <small>(changed: {words})</small>" if words else ""
    return f"<p class='rk-asked'>{number}. {question}{changed}</p>"


def search_html(question: str, steps: Sequence[Step]) -> str:
    """How the words became a search, as a list."""
    items = ""
    for label, text in searched(question, steps):
        items += f"<li><b>{escape(label)}</b><span>{escape(text)}</span></li>"
    return f"<ul class='rk-searched' aria-label='What is searched'>{items}</ul>" if items else ""


def cited(trace: Trace) -> str:
    """The answer, escaped, in which each citation opens its passage."""
    sentences = rests_on(trace.answer, trace.passages)

    def opened(found: re.Match[str]) -> str:
        number = int(found[1])
        if not 1 <= number <= len(trace.passages):
            return found[0]
        return citation(number, trace.passages[number - 1], sentences.get(number, ""))

    return CITATION.sub(opened, escape(said(trace.answer)))


def _of_trace(turn: ChatTurn, trace: Trace, graph: Graph | None) -> list[str]:
    parts = [search_html(turn.question, trace.steps), _outcome(turn, trace), *_sources(trace)]
    parts.append(_route(trace, graph))
    for note in trace.notes:
        parts.append(f"<p class='rk-note'>note: {escape(note)}</p>")
    return parts


def _outcome(turn: ChatTurn, trace: Trace) -> str:
    """The answer, or why there is none."""
    if turn.state == "finished":
        kind = "rk-answer refused" if trace.refused else "rk-answer"
        return f"<div class='{kind}'>{cited(trace)}</div>"
    why = trace.failed or UNENDED
    return f"<div class='rk-answer refused'>{escape(why)}</div>"


def _sources(trace: Trace) -> list[str]:
    if not trace.passages:
        return []
    sentences = rests_on(trace.answer, trace.passages)
    items = ""
    for number, passage in enumerate(trace.passages, start=1):
        text = marked(passage, sentences.get(number, ""))
        score = f"<small>(score {passage.score:.3f})</small>"
        head = f"[{number}] {escape(passage.place)} {score}"
        items += f"<details><summary>{head}</summary>{text}</details>"
    aside = "".join(map(folded, set_aside_in(trace)))
    many = counted(len(trace.passages), "source")
    return [f"<details><summary>{many}</summary>{items}{aside}</details>"]


def _route(trace: Trace, graph: Graph | None) -> str:
    drawing = ""
    if graph is not None and trace.steps:
        drawing = str(route_map(graph, trace, compact=True).data)
    table = steps_table(trace).data
    steps = counted(len(trace.steps), "step")
    return (
        f"<details><summary>{steps}, {trace.usage.spent(trace.seconds)}</summary>"
        f"<div class='rk-wide' tabindex='0' role='region' aria-label='Route'>{drawing}{table}</div>"
        "</details>"
    )
