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
    note = f"<p>{counted(more, 'more run')}: choose some by the filters.</p>" if more > 0 else ""
    label = "class='rk-runs' tabindex='0' aria-label='All runs'"
    return HTML(f"{STYLE}<section {label}>{lines}{note}</section>")


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
    end, use = outcome(trace), trace.usage
    kind = "rk-ended" if end == "answered" else "rk-ended rk-not"
    cost = f"{trace.seconds:.1f} s, {counted(use.calls, 'call')}"
    system = f"{trace.system}, " if trace.system else ""
    answer = trace.failed or said(trace.answer)
    return (
        f"<details><summary><span class='{kind}'>{end}</span> {text(cut(trace.question, 110))} "
        f"<small>({text(system)}{cost})</small></summary>"
        f"<p>{text(answer)}</p><p><small>{text(' → '.join(trace.route))}</small></p></details>"
    )
