"""A run as a card: the answer with its citations, the route with seconds and tokens, the passages behind it."""

from __future__ import annotations

import re
from html import escape

from IPython.display import HTML

from ragkit.state import Passage
from ragkit.trace import Step, Trace

CITATION = re.compile(r"\[(\d+)\]")
STYLE = """<style>
.rk { max-width: 60rem; padding: .2rem .5rem; line-height: 1.5; font-family: sans-serif; color: inherit }
.rk-answer { border-left: .3rem solid #1a7f8e; padding: .4rem .9rem; margin: .6rem 0; font-size: 1.05em }
.rk-answer.refused { border-color: #b3541e }
.rk-step { display: inline-block; border: 1px solid #888; border-radius: .4rem; padding: .1rem .6rem; margin: .15rem 0 }
.rk-step small, .rk-note { opacity: .75 }
.rk details { margin: .2rem 0 } .rk summary { cursor: pointer }
.rk [tabindex] { cursor: help; text-decoration: underline dotted }
.rk-text { white-space: pre-wrap; padding: .3rem 1.2rem; border-left: 1px solid #888 }
</style>"""


def answer_card(trace: Trace) -> HTML:
    """The run as HTML for a notebook, an exported page or a test; passages unfold at a click."""
    kind = "rk-answer refused" if trace.refused or trace.failed else "rk-answer"
    label = "The kit abstained" if trace.refused else "The run failed" if trace.failed else "Answer"
    passages = "".join(_passage(i, p, trace.answer) for i, p in enumerate(trace.passages, start=1))
    notes = "".join(f"<p class='rk-note'>note: {escape(note)}</p>" for note in trace.notes)
    said = f"failed: {trace.failed}" if trace.failed else trace.answer
    return HTML(
        f"{STYLE}{_lights(len(trace.passages))}<section class='rk' aria-label='A run of the kit'>"
        f"<p><b>{escape(trace.question)}</b></p><p class='{kind}' aria-label='{label}'>{_cited(said)}</p>"
        f"<p>{' → '.join(map(_step, trace.steps))}</p>{passages}{notes}</section>"
    )


def _lights(passages: int) -> str:
    """The style by which a citation that is pointed at, or reached by the keyboard, marks its passage."""
    rules = [
        f".rk:has(.rk-c{n}:is(:hover, :focus)) .rk-p{n} {{ outline: .2rem solid #1a7f8e }}"
        for n in range(1, passages + 1)
    ]
    return f"<style>{' '.join(rules)}</style>" if rules else ""


def _cited(answer: str) -> str:
    return CITATION.sub(r"<b class='rk-c\1' tabindex='0' title='passage \1'>[\1]</b>", escape(answer))


def _step(step: Step) -> str:
    use = step.usage
    tokens = f", {use.evaluated} tokens read, {use.reused} reused, {use.tokens_out} written" if use.calls else ""
    disk = ", from disk" if use.cached else ""
    return f"<span class='rk-step'>{escape(step.node)} <small>{step.seconds:.1f} s{tokens}{disk}</small></span>"


def _passage(number: int, passage: Passage, answer: str) -> str:
    cited = ", cited" if str(number) in CITATION.findall(answer) else ""
    head = f"[{number}] {escape(passage.place)} <small>(score {passage.score:.3f}{cited})</small>"
    text = f"<div class='rk-text'>{escape(passage.text)}</div>"
    return f"<details class='rk-p{number}'><summary>{head}</summary>{text}</details>"
