"""Runs as a list: how each ended and what it cost in a line, and what it said at a click."""

from __future__ import annotations

from collections.abc import Sequence

from IPython.display import HTML

from ragkit.text.counted import counted
from ragkit.trace import Trace
from ragkit.widgets.runs.bars import text
from ragkit.widgets.runs.readable import cut, said

MOST = 500
"""Number of runs that are listed; a page with more would be slow."""
LONGEST = 110
"""Letters of a question that are shown."""
STYLE = """<style>
.rk-runs { max-height: 22rem; overflow: auto; max-width: 64rem; border: 1px solid #888; \
border-radius: .4rem; padding: .2rem .6rem; margin: .6rem 0; font-family: sans-serif; \
font-size: .9em; line-height: 1.5; color: inherit }
.rk-runs summary { cursor: pointer; overflow-wrap: anywhere }
.rk-runs summary small { opacity: .75 }
.rk-runs p { margin: .2rem 1.2rem .5rem; overflow-wrap: anywhere }
.rk-ended { display: inline-block; min-width: 5.2rem; color: inherit; font-weight: bold }
.rk-ended::before { content: '● '; color: #1a7f8e }
.rk-ended.rk-not::before { color: #b3541e; content: '○ ' }
</style>"""


def runs_list(traces: Sequence[Trace]) -> HTML:
    """A line for each run, which unfolds to its answer and its route; nothing without runs."""
    if not traces:
        return HTML("")
    lines = "".join(map(_run, traces[:MOST]))
    more = len(traces) - MOST
    if more > 0:
        left = counted(more, "more run")
        lines += f"<p>{left}: choose some by the filters.</p>"
    label = "class='rk-runs' tabindex='0' aria-label='All runs'"
    return HTML(f"{STYLE}<section {label}>{lines}</section>")


def outcome(trace: Trace) -> str:
    """How a run ended: answered, abstained or failed.

    A run without answer, refusal and reason has failed too.

    >>> outcome(Trace("Who?", (), "You.", (), 1.0)), outcome(Trace("Who?", (), "", (), 1.0))
    ('answered', 'failed')
    """
    if trace.failed or not trace.answer.strip():
        return "failed"
    return "abstained" if trace.refused else "answered"


def _run(trace: Trace) -> str:
    end = outcome(trace)
    kind = "rk-ended" if end == "answered" else "rk-ended rk-not"
    question = text(cut(trace.question, LONGEST))
    calls = counted(trace.usage.calls, "call")
    facts = [trace.system, f"{trace.seconds:.1f} s", calls]
    cost = text(", ".join(filter(None, facts)))
    answer = text(trace.failed or said(trace.answer))
    route = text(" → ".join(trace.route))
    return (
        "<details><summary>"
        f"<span class='{kind}'>{end}</span> {question} <small>({cost})</small>"
        "</summary>"
        f"<p>{answer}</p>"
        f"<p><small>{route}</small></p>"
        "</details>"
    )
