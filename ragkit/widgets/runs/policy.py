"""A policy as a table, and the rows that fired in a run.

A policy is read from top to bottom; the first row that fits fires.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from IPython.display import HTML

from ragkit.policy import Policy
from ragkit.state import Rule

STYLE = """<style>
.rk-policy { border-collapse: collapse; line-height: 1.4; font-family: sans-serif; \
font-size: .9em; color: inherit }
.rk-policy th, .rk-policy td {
  border-bottom: 1px solid #888; padding: .25rem .6rem; text-align: left !important; \
vertical-align: top;
  background: transparent; color: inherit; white-space: normal; max-width: 28rem
}
.rk-policy tr.fired { font-weight: bold; box-shadow: inset .3rem 0 #1a7f8e }
</style>"""
HEAD = ("fired", "when", "do", "why", "budget")


def policy_table(policy: Policy, fired: Iterable[Rule | None] = ()) -> HTML:
    """The rows of a policy in their order, those that fired in bold and with their moves.

    `fired` are the moves of a run, for example `[step.rule for step in trace.steps]`. They count
    from 1. A step without a rule is no move. A move of another policy is counted, but has no row
    here.
    """
    moves = [rule for rule in fired if rule is not None]
    head = "".join(f"<th scope='col'>{name}</th>" for name in HEAD)
    rows = ""
    for rule in policy:
        numbers = [n for n, move in enumerate(moves, start=1) if move == rule]
        rows += _row(rule, numbers)
    return HTML(
        f"{STYLE}<table class='rk-policy' aria-label='A policy'><tr>{head}</tr>{rows}</table>"
    )


def _row(rule: Rule, numbers: list[int]) -> str:
    mark = f"▶ {', '.join(map(str, numbers))}" if numbers else ""
    texts = (
        mark,
        rule.when,
        rule.do,
        rule.why,
        str(rule.budget),
    )
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    kind = " class='fired'" if numbers else ""
    return f"<tr{kind}>{cells}</tr>"
