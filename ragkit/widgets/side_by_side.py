"""Runs beside each other: what another policy, threshold or part changed in route, claims, answer and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from IPython.display import HTML

from ragkit.state import Rule
from ragkit.trace import Trace
from ragkit.widgets.steps import STYLE as TABLE

STYLE = """<style>
.rk-beside { table-layout: fixed; width: 100%; max-width: 80rem }
.rk-beside th:first-child { width: 5rem }
.rk-beside td { white-space: pre-line !important; overflow-wrap: anywhere }
.rk-beside td.rk-other { box-shadow: inset .3rem 0 #b3541e }
</style>"""
OTHER = "≠ "


def side_by_side(runs: Mapping[str, Trace]) -> HTML:
    """One column a run, under its name; a cell that differs from the first run's is marked with ≠ and a bar.

    Seconds are shown and never marked: no two runs take the same time.
    """
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in runs)
    rows = "".join(_row(what, [said(trace) for trace in runs.values()]) for what, said in ROWS.items())
    return HTML(
        f"{TABLE}{STYLE}<table class='rk-table rk-beside'><caption>runs side by side</caption>"
        f"<thead><tr><th scope='col'></th>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(what: str, said: list[str]) -> str:
    cells = [f"<th scope='row'>{what}</th>"]
    for text in said:
        other = what not in NEVER_MARKED and text != said[0]
        cells.append(f"<td{' class=rk-other' if other else ''}>{OTHER if other else ''}{escape(text)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _answer(trace: Trace) -> str:
    return f"failed: {trace.failed}" if trace.failed else trace.answer


def _route(trace: Trace) -> str:
    return "\n".join(f"{n}. {step.node}{_rule(step.rule)}" for n, step in enumerate(trace.steps, start=1))


def _rule(rule: Rule | None) -> str:
    return f" ({rule.when})" if rule else ""


def _claims(trace: Trace) -> str:
    graded = [("ungraded" if claim.support is None else f"{claim.support:g}", claim.text) for claim in trace.claims]
    return "\n".join(f"{support}: {text}" for support, text in graded) or "none"


def _evidence(trace: Trace) -> str:
    return "\n".join(f"[{n}] {passage.place}" for n, passage in enumerate(trace.passages, start=1)) or "none"


def _tokens(trace: Trace) -> str:
    use = trace.usage
    return f"{use.calls} calls\n{use.evaluated} read, {use.reused} reused, {use.tokens_out} written"


def _seconds(trace: Trace) -> str:
    disk = f" ({trace.usage.cached} of {trace.usage.calls} replies from disk)" if trace.usage.cached else ""
    return f"{trace.seconds:.1f} s{disk}"


ROWS: dict[str, Callable[[Trace], str]] = {
    "answer": _answer, "claims": _claims, "route": _route, "evidence": _evidence, "tokens": _tokens,
    "seconds": _seconds,
}  # fmt: skip
NEVER_MARKED = ("seconds",)
