"""A policy as a table, and which of its rows fired in a run: rules are read from top to bottom, the first that fits."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from IPython.display import HTML

from ragkit.policy import Policy
from ragkit.state import Rule

STYLE = """<style>
.rk-policy { border-collapse: collapse; line-height: 1.4; font-family: sans-serif; font-size: .9em; color: inherit }
.rk-policy th, .rk-policy td {
  border-bottom: 1px solid #888; padding: .25rem .6rem; text-align: left !important; vertical-align: top;
  background: transparent; color: inherit; white-space: normal; max-width: 28rem
}
.rk-policy tr.fired { font-weight: bold; box-shadow: inset .3rem 0 #1a7f8e }
</style>"""
HEAD = ("fired", "when", "do", "why", "budget")


def policy_table(policy: Policy, fired: Iterable[Rule | None] = ()) -> HTML:
    """The rows in their order. `fired` are a run's moves: a row that fired is bold and says as which move, from 1.

    Takes `[step.rule for step in trace.steps]` as it is: steps without a rule are no moves, and moves of another
    table are counted, but have no row here.
    """
    moves = [rule for rule in fired if rule is not None]
    head = "".join(f"<th scope='col'>{name}</th>" for name in HEAD)
    rows = "".join(_row(rule, [n for n, move in enumerate(moves, start=1) if move == rule]) for rule in policy)
    return HTML(f"{STYLE}<table class='rk-policy' aria-label='A policy'><tr>{head}</tr>{rows}</table>")


def _row(rule: Rule, numbers: list[int]) -> str:
    mark = f"▶ {', '.join(map(str, numbers))}" if numbers else ""
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in (mark, rule.when, rule.do, rule.why, str(rule.budget)))
    kind = " class='fired'" if numbers else ""
    return f"<tr{kind}>{cells}</tr>"
