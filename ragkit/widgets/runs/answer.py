"""A run as a card: the answer with its citations, the route with its costs, and the passages."""

from __future__ import annotations

import re
from html import escape

from IPython.display import HTML

from ragkit.state import Passage
from ragkit.text.excerpts import rests_on
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.readable import readable, said
from ragkit.widgets.runs.set_aside import folded, set_aside_in

CITATION = re.compile(r"\[(\d+)\]")
STYLE = """<style>
.rk { max-width: 60rem; padding: .2rem .5rem; line-height: 1.5; font-family: sans-serif; \
color: inherit }
.rk-answer { border-left: .3rem solid #1a7f8e; padding: .4rem .9rem; margin: .6rem 0; \
font-size: 1.05em }
.rk-answer.refused { border-color: #b3541e }
.rk-step { display: inline-block; border: 1px solid #888; border-radius: .4rem; \
padding: .1rem .6rem; margin: .15rem 0;
  background: linear-gradient(#1a7f8e, #1a7f8e) left bottom / var(--part) .2rem no-repeat }
.rk-step small, .rk-note { opacity: .75 }
.rk details { margin: .2rem 0 } .rk summary { cursor: pointer }
.rk [tabindex] { cursor: help; text-decoration: underline dotted }
.rk-text { white-space: pre-wrap; padding: .3rem 1.2rem; border-left: 1px solid #888 }
</style>"""


def answer_card(trace: Trace) -> HTML:
    """The run as HTML for a notebook, an exported page or a test; passages unfold at a click."""
    kind, label = _outcome(trace)
    answer = f"failed: {trace.failed}" if trace.failed else trace.answer
    longest = max((step.seconds for step in trace.steps), default=0) or 1
    route = " → ".join(_step(step, step.seconds / longest) for step in trace.steps)
    parts = [
        f"<p><b>{escape(trace.question)}</b></p>",
        f"<p class='{kind}' aria-label='{label}'>{_cited(answer)}</p>",
    ]
    for number, sentence in rests_on(trace.answer, trace.passages).items():
        parts.append(f"<p class='rk-note'>[{number}] says: <q>{readable(sentence)}</q></p>")
    parts.append(f"<p>{route}<br><small>{trace.usage.spent(trace.seconds)}</small></p>")
    for number, passage in enumerate(trace.passages, start=1):
        parts.append(_passage(number, passage, trace.answer))
    parts += map(folded, set_aside_in(trace))
    for note in trace.notes:
        parts.append(f"<p class='rk-note'>note: {escape(note)}</p>")
    return HTML(
        f"{STYLE}{_lights(len(trace.passages))}"
        "<section class='rk' aria-label='A run of the kit'>"
        f"{''.join(parts)}</section>"
    )


def _outcome(trace: Trace) -> tuple[str, str]:
    """How the run ended: the answer's class and its label."""
    if trace.refused:
        return "rk-answer refused", "The kit abstained"
    if trace.failed:
        return "rk-answer refused", "The run failed"
    return "rk-answer", "Answer"


def _lights(passages: int) -> str:
    """The style that marks the passage of a citation under the pointer or with the focus."""
    rules = []
    for n in range(1, passages + 1):
        citation = f".rk-c{n}:is(:hover, :focus)"
        rules.append(f".rk:has({citation}) .rk-p{n} {{ outline: .2rem solid #1a7f8e }}")
    if rules:
        return f"<style>{' '.join(rules)}</style>"
    return ""


def _cited(answer: str) -> str:
    """The escaped answer; each of its citations can have the focus."""
    mark = r"<b class='rk-c\1' tabindex='0' title='passage \1'>[\1]</b>"
    return CITATION.sub(mark, escape(said(answer)))


def _step(step: Step, part: float) -> str:
    """A node with its seconds, and a bar below it: how long it took beside the longest step."""
    return (
        f"<span class='rk-step' style='--part: {part:.0%}'"
        f" title='{step.usage.spent(step.seconds)}'>"
        f"{escape(step.node)} <small>{step.seconds:.1f} s</small></span>"
    )


def _passage(number: int, passage: Passage, answer: str) -> str:
    citations = CITATION.findall(answer)
    cited = ", cited" if str(number) in citations else ""
    return (
        f"<details class='rk-p{number}'>"
        f"<summary>[{number}] {escape(passage.place)} "
        f"<small>(score {passage.score:.3f}{cited})</small></summary>"
        f"<div class='rk-text'>{readable(passage.text)}</div>"
        "</details>"
    )
