"""A run as a table with a row for each step: its cost, and the policy row that led on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from IPython.display import HTML

from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace

STYLE = """<style>
.rk-table { border-collapse: collapse; line-height: 1.4; font-family: sans-serif; \
font-size: .9em; color: inherit }
.rk-table caption { text-align: left; padding: .3rem .5rem; font-size: 1.05em; color: inherit }
.rk-table th, .rk-table td {
  border-bottom: 1px solid #888; padding: .25rem .6rem; text-align: left !important; \
vertical-align: top;
  background: transparent; color: inherit; white-space: normal; max-width: 28rem
}
.rk-table .rk-number { text-align: right !important }
.rk-table .rk-lines { white-space: pre }
.rk-table .rk-why { min-width: 10rem }
.rk-table small { opacity: .75 }
</style>"""
HEAD = [
    "step",
    "node",
    "next",
    "because",
    "seconds",
    "calls",
    "tokens evaluated",
    "reused",
    "generated",
]


def steps_table(trace: Trace) -> HTML:
    """The run's steps in order, and their sum.

    Only a step with a rule had a choice. Calls from disk cost nothing.
    """
    rows = [_row(number, step) for number, step in enumerate(trace.steps, start=1)]
    total = [
        ("", ""),
        ("in all", ""),
        ("", ""),
        ("", ""),
        *_costs(trace.seconds, trace.usage),
    ]
    html = STYLE + table(trace.question, HEAD, [*rows, total])
    for note in trace.notes:
        html += f"<p class='rk-note'>note: {escape(note)}</p>"
    return HTML(html)


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """An HTML table; a cell is its text, which is escaped, and its class."""
    titles = "".join(f"<th scope='col'>{escape(title)}</th>" for title in head)
    body = ""
    for row in rows:
        cells = "".join(map(_cell, row))
        body += f"<tr>{cells}</tr>"
    return (
        "<table class='rk-table'>"
        f"<caption>{escape(caption)}</caption>"
        f"<thead><tr>{titles}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(cell: tuple[str, str]) -> str:
    text, kind = cell
    name = f" class={kind!r}" if kind else ""
    return f"<td{name}>{escape(text)}</td>"


def _row(number: int, step: Step) -> list[tuple[str, str]]:
    onward = why = ""
    if step.rule:
        onward = f"{step.rule.when} → {step.rule.do}"
        why = step.why
    return [
        (str(number), "rk-number"),
        (step.node, ""),
        (onward, ""),
        (why, "rk-why"),
        *_costs(step.seconds, step.usage),
    ]


def _costs(seconds: float, use: Usage) -> list[tuple[str, str]]:
    calls = str(use.calls)
    if use.cached:
        calls += f" ({use.cached} from disk)"
    figures = (
        f"{seconds:.1f}",
        calls,
        str(use.evaluated),
        str(use.reused),
        str(use.generated),
    )
    return [(figure, "rk-number") for figure in figures]
