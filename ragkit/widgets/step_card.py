"""One step of a run, opened up: what the node read, what it wrote, why the run went on, and every model call."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from typing import Any

from IPython.display import HTML

import ragkit.nodes
from ragkit.meter import Call
from ragkit.state import Claim, Grade, Memory, Passage, RAGState, Rule
from ragkit.trace import Step, Trace
from ragkit.widgets.steps import STYLE as TABLE
from ragkit.widgets.steps import table

STYLE = """<style>
.rk-card { line-height: 1.5; font-family: sans-serif; color: inherit; max-width: 70rem }
.rk-card details { margin: .2rem 0 } .rk-card summary { cursor: pointer }
.rk-card pre {
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; margin: .2rem 0;
  padding: .4rem .8rem; border-left: .2rem solid #888; background: transparent; color: inherit
}
.rk-card .rk-value { white-space: pre-line; overflow-wrap: anywhere }
.rk-card .rk-rule { border-left: .3rem solid #1a7f8e; padding: .1rem .8rem }
</style>"""
READS = re.compile(r"reads ([\w, ]+)")
HEAD = ["field", "value"]


def step_card(trace: Trace, at: int) -> HTML:
    """Step `at` of a run, counted from 1, as HTML: fields read and written, the rule, and the model calls folded away.

    Raises `IndexError` for a step that the run does not have.
    """
    if not 1 <= at <= len(trace.steps):
        raise IndexError(f"asked for step {at}; this run has steps 1 to {len(trace.steps)}")
    step, before = trace.steps[at - 1], state_before(trace, at)
    read = [(name, before[name]) for name in reads_of(step.node) if name in before]
    calls = "".join(_call(n, call) for n, call in enumerate(step.calls, start=1))
    return HTML(
        f"{TABLE}{STYLE}<section class='rk-card' aria-label='Step {at}'>"
        f"<p><b>step {at} of {len(trace.steps)}: {escape(step.node)}</b> <small>{_cost(step)}</small></p>{_why(step)}"
        f"{_fields('read', read)}{_fields('wrote', list(step.wrote.items()))}{calls}</section>"
    )


def state_before(trace: Trace, at: int) -> dict[str, Any]:
    """What the run knew when step `at` began: the fields of a fresh state, and what earlier steps wrote."""
    state: dict[str, Any] = dict(vars(RAGState(question=trace.question)))
    for step in trace.steps[: at - 1]:
        for name, value in step.wrote.items():
            state[name] = [*state[name], *value] if name in ("moves", "notes") else value
    return state


def reads_of(node: str) -> list[str]:
    """The fields that a node of the kit reads, as its docstring says; none for a node of the user's own.

    >>> reads_of("verify")
    ['question', 'passages', 'draft']
    """
    known = {"generate": "draft"}.get(node, node)
    said = READS.search(getattr(getattr(ragkit.nodes, known, None), "__doc__", None) or "")
    return [] if said is None or said[1].startswith("nothing") else [name.strip() for name in said[1].split(",")]


def shown(value: Any) -> str:
    """A field's value in a line or a few, for people.

    >>> shown([Passage("a", "Owls.", source="owls.md")]), shown(0.25), shown([]), shown(None)
    ('[1] owls.md', '0.250', 'empty', 'nothing')
    """
    if value is None or value in ("", [], {}, ()):
        return "nothing" if value is None else "empty"
    if isinstance(value, list | tuple):
        return "\n".join(f"[{n}] {shown(one)}" for n, one in enumerate(value, start=1))
    if isinstance(value, dict):
        return "\n".join(f"{name}: {shown(one)}" for name, one in value.items())
    return f"{value:.3f}" if isinstance(value, float) else _noun(value)


def _noun(value: Any) -> str:
    match value:
        case Passage():
            return value.place or value.id
        case Claim():
            return f"{value.text} (support {'ungraded' if value.support is None else value.support})"
        case Rule():
            return f"{value.when} → {value.do}"
        case Grade():
            said = {name: one for name, one in asdict(value).items() if name not in ("helpful", "feedback")}
            return ", ".join(f"{name} {shown(one)}" for name, one in said.items())
        case Memory():
            return f"{value.mode}: {value.question} (similarity {value.similarity:.2f})"
    return str(value)


def _fields(caption: str, fields: Sequence[tuple[str, Any]]) -> str:
    rows = [[(name, ""), (shown(value), "rk-value")] for name, value in fields]
    return table(caption, HEAD, rows) if rows else f"<p><small>{caption}: nothing</small></p>"


def _why(step: Step) -> str:
    went = f"<b>{escape(step.rule.when)} → {escape(step.rule.do)}</b>: " if step.rule else ""
    return f"<p class='rk-rule'>{went}{escape(step.why)}</p>"


def _cost(step: Step) -> str:
    use = step.usage
    tokens = f", {use.evaluated} tokens read, {use.reused} reused, {use.tokens_out} written" if use.calls else ""
    return f"{step.seconds:.1f} s, {use.calls} model calls{tokens}{', from disk' if use.cached else ''}"


def _call(number: int, call: Call) -> str:
    odds = ", ".join(f"{token.strip()} {odds:.2f}" for token, odds in call.top.items())
    reply = f"{call.reply}\n({odds})" if odds else call.reply
    asked = call.prompt.splitlines()[-1] if call.prompt else ""
    return (
        f"<details><summary>call {number}: {escape(asked[:100])}</summary>prompt<pre tabindex='0'>{escape(call.prompt)}"
        f"</pre>reply<pre tabindex='0'>{escape(reply)}</pre></details>"
    )
