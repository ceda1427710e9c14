"""A run as a table, a row a step: what it cost, and which row of which policy sent the run on from there."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from IPython.display import HTML

from ragkit.meter import Usage
from ragkit.trace import Step, Trace

STYLE = """<style>
.rk-table { border-collapse: collapse; line-height: 1.4; font-family: sans-serif; font-size: .9em; color: inherit }
.rk-table caption { text-align: left; padding: .3rem .5rem; font-size: 1.05em; color: inherit }
.rk-table th, .rk-table td {
  border-bottom: 1px solid #888; padding: .25rem .6rem; text-align: left !important; vertical-align: top;
  background: transparent; color: inherit; white-space: normal; max-width: 28rem
}
.rk-table .rk-number { text-align: right !important }
.rk-table .rk-lines { white-space: pre }
.rk-table .rk-why { min-width: 10rem }
.rk-table small { opacity: .75 }
</style>"""
HEAD = ["step", "node", "goes on", "because", "seconds", "calls", "tokens read", "reused", "written"]


def steps_table(trace: Trace) -> HTML:
    """The run's steps in order, and their sum. Only a step with a rule had a choice; calls from disk cost nothing."""
    rows = [_row(number, step) for number, step in enumerate(trace.steps, start=1)]
    total = [("", ""), ("in all", ""), ("", ""), ("", ""), *_costs(trace.seconds, trace.usage)]
    notes = "".join(f"<p class='rk-note'>note: {escape(note)}</p>" for note in trace.notes)
    return HTML(f"{STYLE}{table(trace.question, HEAD, [*rows, total])}{notes}")


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """An HTML table; a cell is its text, which is escaped, and the class that it is shown in."""
    titles = "".join(f"<th scope='col'>{escape(title)}</th>" for title in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f"<table class='rk-table'><caption>{escape(caption)}</caption>"
        f"<thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(cell: tuple[str, str]) -> str:
    text, kind = cell
    return f"<td{f' class={kind!r}' if kind else ''}>{escape(text)}</td>"


def _row(number: int, step: Step) -> list[tuple[str, str]]:
    went = f"{step.rule.when} → {step.rule.do}" if step.rule else ""
    why = step.why if step.rule else ""
    return [(str(number), "rk-number"), (step.node, ""), (went, ""), (why, "rk-why"), *_costs(step.seconds, step.usage)]


def _costs(seconds: float, use: Usage) -> list[tuple[str, str]]:
    calls = f"{use.calls} ({use.cached} from disk)" if use.cached else str(use.calls)
    figures = [f"{seconds:.1f}", calls, str(use.evaluated), str(use.reused), str(use.tokens_out)]
    return [(figure, "rk-number") for figure in figures]
