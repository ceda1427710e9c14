"""A turn of a chat as HTML: the question, what was searched, the answer, its sources, its route."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ragkit.runs import ChatTurn
from ragkit.runs.searched import searched
from ragkit.text.counted import counted
from ragkit.trace import Graph, Step, Trace
from ragkit.widgets.runs.answer import STYLE as ANSWER
from ragkit.widgets.runs.passage import cited, listed
from ragkit.widgets.runs.route_map import route_map
from ragkit.widgets.runs.set_aside import folded, set_aside_in
from ragkit.widgets.runs.steps import steps_table

STYLE = f"""{ANSWER}<style>
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


def turn_html(
    turn: ChatTurn, number: int, graph: Graph | None = None, folder: Path | None = None
) -> str:
    """The turn, which needs `STYLE` on its page.

    With its `graph`, the route is drawn as a map too. With the `folder` of the documents, the place
    of a passage leads to its file.
    """
    label = f"Turn {number}, {turn.ended}"
    parts = [asked(turn, number)]
    if turn.trouble:
        parts.append(f"<p class='rk-answer refused'>{escape(turn.trouble)}</p>")
    elif turn.trace is not None:
        parts += _of_trace(turn, turn.trace, graph, folder)
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


def _of_trace(turn: ChatTurn, trace: Trace, graph: Graph | None, folder: Path | None) -> list[str]:
    parts = [search_html(turn.question, trace.steps), _outcome(turn, trace, folder)]
    parts += [*_sources(trace, folder), _route(trace, graph)]
    for note in trace.notes:
        parts.append(f"<p class='rk-note'>note: {escape(note)}</p>")
    return parts


def _outcome(turn: ChatTurn, trace: Trace, folder: Path | None) -> str:
    """The answer, or why there is none."""
    if turn.state == "finished":
        kind = "rk-answer refused" if trace.refused else "rk-answer"
        return f"<div class='{kind}'>{cited(trace, folder)}</div>"
    why = trace.failed or UNENDED
    return f"<div class='rk-answer refused'>{escape(why)}</div>"


def _sources(trace: Trace, folder: Path | None) -> list[str]:
    if not trace.passages:
        return []
    items = "".join(listed(trace, folder))
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
