"""Runs side by side: what another policy, threshold or part changed in answer, route and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from IPython.display import HTML

from ragkit.text.counted import counted
from ragkit.trace import Trace
from ragkit.widgets.runs.readable import said
from ragkit.widgets.runs.steps import STYLE as TABLE

STYLE = """<style>
.rk-beside { table-layout: fixed; width: 100%; max-width: 80rem }
.rk-beside th:first-child { width: 5rem }
.rk-beside td { white-space: pre-line !important; overflow-wrap: anywhere }
.rk-beside td.rk-other { box-shadow: inset .3rem 0 #b3541e }
</style>"""
OTHER = "≠ "


def side_by_side(runs: Mapping[str, Trace] | Sequence[Trace]) -> HTML:
    """One column for each run, under its name; a list of runs is numbered.

    A cell that differs from that of the first run is marked with ≠ and a bar. Seconds are never
    marked, because no two runs take the same time.
    """
    if not isinstance(runs, Mapping):
        runs = _numbered(runs)
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in runs)
    rows = ""
    for name, text_of in ROWS.items():
        texts = [text_of(trace) for trace in runs.values()]
        rows += _row(name, texts)
    return HTML(
        f"{TABLE}{STYLE}<table class='rk-table rk-beside'>"
        "<caption>runs side by side</caption>"
        f"<thead><tr><th scope='col'></th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _numbered(runs: Sequence[Trace]) -> dict[str, Trace]:
    """Runs by their numbers, with the name of the system where there is one."""
    found = {}
    for number, trace in enumerate(runs, start=1):
        system = trace.system or "run"
        found[f"{number}. {system}"] = trace
    return found


def _row(name: str, texts: list[str]) -> str:
    cells = [f"<th scope='row'>{name}</th>"]
    for text in texts:
        cell = escape(said(text))
        if text != texts[0] and name not in NEVER_MARKED:
            cells.append(f"<td class=rk-other>{OTHER}{cell}</td>")
        else:
            cells.append(f"<td>{cell}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _answer(trace: Trace) -> str:
    if trace.failed:
        return f"failed: {trace.failed}"
    return trace.answer


def _route(trace: Trace) -> str:
    lines = []
    for number, step in enumerate(trace.steps, start=1):
        line = f"{number}. {step.node}"
        if step.rule:
            line += f" ({step.rule.when})"
        lines.append(line)
    return "\n".join(lines)


def _claims(trace: Trace) -> str:
    lines = []
    for claim in trace.claims:
        support = "ungraded" if claim.support is None else f"{claim.support:g}"
        lines.append(f"{support}: {claim.text}")
    return "\n".join(lines) or "none"


def _evidence(trace: Trace) -> str:
    lines = []
    for number, passage in enumerate(trace.passages, start=1):
        lines.append(f"[{number}] {passage.place}")
    return "\n".join(lines) or "none"


def _tokens(trace: Trace) -> str:
    use = trace.usage
    calls = counted(use.calls, "call")
    return f"{calls}\n{use.tokens}"


def _seconds(trace: Trace) -> str:
    text = f"{trace.seconds:.1f} s"
    use = trace.usage
    if use.cached:
        text += f" ({use.cached} of {use.calls} replies from disk)"
    return text


ROWS: dict[str, Callable[[Trace], str]] = {
    "answer": _answer,
    "claims": _claims,
    "route": _route,
    "evidence": _evidence,
    "tokens": _tokens,
    "seconds": _seconds,
}
NEVER_MARKED = ("seconds",)
