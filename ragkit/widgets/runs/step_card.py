"""One step of a run in detail: what the node read and wrote, its rule, and every model call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from html import escape
from typing import Any

from IPython.display import HTML

from ragkit.model.meter import Call
from ragkit.state import Claim, Memory, Passage, Rule, SetAside
from ragkit.text.counted import counted
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.readable import cut, plain, said
from ragkit.widgets.runs.steps import STYLE as TABLE
from ragkit.widgets.runs.steps import table

STYLE = """<style>
.rk-card { line-height: 1.5; font-family: sans-serif; color: inherit; max-width: 70rem }
.rk-card details { margin: .2rem 0 } .rk-card summary { cursor: pointer }
.rk-card pre {
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; \
margin: .2rem 0;
  padding: .4rem .8rem; border-left: .2rem solid #888; background: transparent; color: inherit
}
.rk-card .rk-value { white-space: pre-line; overflow-wrap: anywhere }
.rk-card .rk-rule { border-left: .3rem solid #1a7f8e; padding: .1rem .8rem }
</style>"""
HEAD = ["field", "value"]
LONGEST = 90
"""Letters of a question that the folded line of a model call shows."""
SHORT = 30
"""Letters of its reply there."""
UNSHOWN = {"helpful", "feedback"}
"""Fields of a grade that no policy reads."""
UNKNOWN = "not recorded, because the state of this graph does not record reads"


def step_card(trace: Trace, at: int) -> HTML:
    """Step `at` of a run, from 1: the fields it read and wrote, its rule, and its model calls.

    Raises `IndexError` for a step that the run does not have.
    """
    count = len(trace.steps)
    if not 1 <= at <= count:
        raise IndexError(f"asked for step {at}; this run has steps 1 to {count}")
    step = trace.steps[at - 1]
    parts = [
        f"<p><b>step {at} of {count}: {escape(step.node)}</b> ",
        f"<small>{step.usage.spent(step.seconds)}</small></p>",
        _why(step),
        _read(step),
        _fields("wrote", step.wrote),
    ]
    for number, call in enumerate(step.calls, start=1):
        parts.append(_call(number, call))
    return HTML(
        f"{TABLE}{STYLE}<section class='rk-card' aria-label='Step {at}'>{''.join(parts)}</section>"
    )


def shown(value: Any) -> str:
    """The value of a field, in one or a few lines.

    >>> shown([Passage("a", "Owls.", source="owls.md")]), shown(0.25), shown([]), shown(None)
    ('[1] owls.md', '0.250', 'empty', 'nothing')
    """
    if value is None:
        return "nothing"
    if value in ("", [], {}, ()):
        return "empty"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list | tuple):
        return _lines({f"[{n}]": one for n, one in enumerate(value, start=1)})
    if isinstance(value, dict):
        return _lines({f"{name}:": one for name, one in value.items()})
    return _noun(value)


def _lines(values: Mapping[str, Any]) -> str:
    """Values on a line each, behind their labels."""
    lines = []
    for label, value in values.items():
        line = f"{label} {shown(value)}"
        lines.append(line)
    return "\n".join(lines)


def _noun(value: Any) -> str:
    """A value of one of the kit's own types in a line."""
    match value:
        case Passage():
            return value.place or value.id
        case Claim():
            support = "ungraded" if value.support is None else value.support
            return f"{plain(value.text)} (support {support})"
        case Rule():
            return f"{value.when} → {value.do}"
        case Memory():
            return f"{value.mode}: {value.question} (similarity {value.similarity:.2f})"
        case SetAside():
            return f"{_noun(value.passage)}: {value.why}"
    # A type with words of its own for itself is shown in them.
    has_no_words = is_dataclass(value) and type(value).__str__ is object.__str__
    return _in_words(value) if has_no_words else plain(str(value))


def _in_words(value: Any) -> str:
    """The fields of a value by their names, such as those of a grade."""
    texts = []
    for field in fields(value):
        if field.name in UNSHOWN:
            continue
        name = field.name.replace("_", " ")
        text = shown(getattr(value, field.name))
        texts.append(f"{name} {text}")
    return ", ".join(texts)


def _read(step: Step) -> str:
    if step.read is None:
        return f"<p><small>read: {UNKNOWN}</small></p>"
    return _fields("read", step.read)


def _fields(caption: str, fields: Mapping[str, Any]) -> str:
    """Fields as a table; the caption says so if there is none."""
    if not fields:
        return f"<p><small>{caption}: nothing</small></p>"
    rows = []
    for name, value in fields.items():
        text = counted(value, "retry", "retries") if name == "loop" else shown(value)
        rows.append([(name, ""), (text, "rk-value")])
    return table(caption, HEAD, rows)


def _why(step: Step) -> str:
    """Why the run went on as it did after a step."""
    rule = ""
    if step.rule:
        move = f"{step.rule.when} → {step.rule.do}"
        rule = f"<b>{escape(move)}</b>: "
    return f"<p class='rk-rule'>{rule}{escape(step.why)}</p>"


def _call(number: int, call: Call) -> str:
    """A model call, folded: its prompt, reasoning, reply, and the odds of other replies."""
    reply = call.reply
    odds = [f"{token.strip()} {p:.2f}" for token, p in call.top.items()]
    if odds:
        reply += f"\n({', '.join(odds)})"
    # The evidence comes first in a prompt, and what is asked about it last.
    prompt = said(call.prompt)
    *_, last = prompt.strip().split("\n\n")
    asked = cut(last, LONGEST)
    answered = cut(said(call.reply), SHORT)
    head = escape(f"call {number}: {asked} → {answered}")
    texts = {"prompt": prompt, "reasoning": call.reasoning, "reply": said(reply)}
    parts = ""
    for name, text in texts.items():
        if text or name != "reasoning":
            parts += f"{name}<pre tabindex='0'>{escape(text)}</pre>"
    return f"<details><summary>{head}</summary>{parts}</details>"
