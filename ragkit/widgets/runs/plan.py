"""The plan of a run of `hierarchy`, and every change of it, in the order of time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from IPython.display import HTML

from ragkit.graphs import PlanChange, SubQuestion
from ragkit.text.printable import printable
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.actions import odds_text

STYLE = """<style>
.rk-plan { font-family: sans-serif; font-size: .9em; line-height: 1.5; color: inherit; \
max-width: 60rem }
.rk-plan ol { margin: 0 0 .6rem; padding-left: 1.6rem }
.rk-plan p { margin: .4rem 0 .2rem; padding-left: .5rem; border-left: .3rem solid #1a7f8e }
.rk-plan p.rk-changed { border-color: #b3541e; font-weight: bold }
.rk-plan del { opacity: .7 }
.rk-plan small { opacity: .8 }
</style>"""
DID = {
    "go_on": "goes on with the plan as it is",
    "refine": "rewords question {number}",
    "drop": "drops question {number}",
    "add": "adds question {number}",
    "finish": "has what it needs",
}
"""What the planner did, as the picture says it."""
UNCHANGED = ("go_on", "finish")


def plan_view(trace: Trace) -> HTML:
    """The plan as it was first, and after each look at it: what was found, and what was changed."""
    parts = [f"<b>{_text(trace.question)}</b>"]
    for step in trace.steps:
        parts += _of(step)
    return HTML(f"{STYLE}<div class='rk-plan'>{''.join(parts)}</div>")


def _of(step: Step) -> list[str]:
    """The picture of a step that made or changed the plan; nothing for another."""
    if step.node == "plan":
        return ["<p>the first plan</p>", _listed(step.wrote.get("plan", ()))]
    if step.node != "review":
        return []
    *_, change = step.wrote["changes"]
    return [_said(change), _listed(step.wrote["plan"])]


def _said(change: PlanChange) -> str:
    kind = "" if change.what in UNCHANGED else " class='rk-changed'"
    did = DID.get(change.what, change.what).replace("{number}", str(change.number))
    odds = _text(odds_text(change.odds))
    aside = f" <small>({odds})</small>" if odds else ""
    return f"<p{kind}>the planner {_text(did)}{aside}</p>"


def _listed(plan: Sequence[SubQuestion]) -> str:
    items = ""
    for one in plan:
        query = _text(one.query)
        if one.fate == "dropped":
            query = f"<del>{query}</del> dropped"
        found = f"<br><small>found: {_text(one.finding)}</small>" if one.finding else ""
        items += f"<li>{query}{found}</li>"
    return f"<ol>{items}</ol>"


def _text(words: str) -> str:
    return escape(printable(words))
