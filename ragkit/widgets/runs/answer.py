"""A run as a card: the answer, whose citations open their passages, the route and its costs."""

from __future__ import annotations

from html import escape
from pathlib import Path

from IPython.display import HTML

from ragkit.text.excerpts import rests_on
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.passage import STYLE as PASSAGE
from ragkit.widgets.runs.passage import cited, listed
from ragkit.widgets.runs.readable import readable, said
from ragkit.widgets.runs.set_aside import folded, set_aside_in

STYLE = f"""{PASSAGE}<style>
.rk {{ max-width: 60rem; padding: .2rem .5rem; line-height: 1.5; font-family: sans-serif; \
color: inherit }}
.rk-answer {{ border-left: .3rem solid #1a7f8e; padding: .4rem .9rem; margin: .6rem 0; \
font-size: 1.05em }}
.rk-answer.refused {{ border-color: #b3541e }}
.rk-step {{ display: inline-block; border: 1px solid #888; border-radius: .4rem; \
padding: .1rem .6rem; margin: .15rem 0;
  background: linear-gradient(#1a7f8e, #1a7f8e) left bottom / var(--part) .2rem no-repeat }}
.rk-step small, .rk-note {{ opacity: .75 }}
.rk details {{ margin: .2rem 0 }} .rk summary {{ cursor: pointer }}
</style>"""


def answer_card(trace: Trace, folder: Path | None = None) -> HTML:
    """The run as HTML for a notebook, an exported page or a test; passages unfold at a click.

    With the `folder` of the documents (`kit.corpus.folder`), the place of a passage leads to its
    file.
    """
    kind, label = _outcome(trace)
    answer = escape(said(f"failed: {trace.failed}")) if trace.failed else cited(trace, folder)
    longest = max((step.seconds for step in trace.steps), default=0) or 1
    route = " → ".join(_step(step, step.seconds / longest) for step in trace.steps)
    parts = [
        f"<p><b>{escape(trace.question)}</b></p>",
        f"<div class='{kind}' role='group' aria-label='{label}'>{answer}</div>",
    ]
    for number, sentence in rests_on(trace.answer, trace.passages).items():
        parts.append(f"<p class='rk-note'>[{number}] says: <q>{readable(sentence)}</q></p>")
    parts.append(f"<p>{route}<br><small>{trace.usage.spent(trace.seconds)}</small></p>")
    parts += listed(trace, folder)
    parts += map(folded, set_aside_in(trace))
    for note in trace.notes:
        parts.append(f"<p class='rk-note'>note: {escape(note)}</p>")
    return HTML(
        f"{STYLE}<section class='rk' aria-label='A run of the kit'>{''.join(parts)}</section>"
    )


def _outcome(trace: Trace) -> tuple[str, str]:
    """How the run ended: the answer's class and its label."""
    if trace.refused:
        return "rk-answer refused", "The kit abstained"
    if trace.failed:
        return "rk-answer refused", "The run failed"
    return "rk-answer", "Answer"


def _step(step: Step, part: float) -> str:
    """A node with its seconds, and a bar below it: how long it took beside the longest step."""
    return (
        f"<span class='rk-step' style='--part: {part:.0%}'"
        f" title='{step.usage.spent(step.seconds)}'>"
        f"{escape(step.node)} <small>{step.seconds:.1f} s</small></span>"
    )
