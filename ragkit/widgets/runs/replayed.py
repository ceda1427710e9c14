"""Every step of a run on one page, without a kernel and without a script: one of them is seen."""

from __future__ import annotations

from html import escape

from IPython.display import HTML

from ragkit.trace import Graph, Trace
from ragkit.widgets.runs.route_map import route_map
from ragkit.widgets.runs.step_card import step_card

STYLE = """<style>
.rk-replay { display: flex; flex-wrap: wrap; gap: .3rem; font-family: sans-serif; color: inherit }
.rk-replay > p { flex: 0 0 100%; margin: .2rem 0 }
.rk-stop { display: contents }
.rk-stop > label { border: 1px solid #888; border-radius: .4rem; padding: .1rem .5rem; \
cursor: pointer }
.rk-stop > label:has(:checked) { border-color: #b3541e; box-shadow: inset 0 -.2rem #b3541e }
.rk-stop > section { order: 1; flex: 0 0 100%; min-width: 0 }
.rk-stop:not(:has(:checked)) > section { display: none }
</style>"""
HELP = "Choose a step; the arrow keys go on and back."


def replayed(graph: Graph, trace: Trace) -> HTML:
    """The map and the card of each step, behind a row of buttons that shows one of them.

    The buttons are a form's, so two runs on a page do not disturb each other.
    """
    stops = ""
    for at, step in enumerate(trace.steps, start=1):
        chosen = " checked" if at == 1 else ""
        drawing = route_map(graph, trace, at, compact=True)
        card = step_card(trace, at)
        stops += (
            f"<div class='rk-stop'><label><input type='radio' name='step'{chosen}> "
            f"{at} {escape(step.node)}</label>"
            f"<section>{drawing.data}{card.data}</section></div>"
        )
    return HTML(f"{STYLE}<form class='rk-replay'><p>{HELP}</p>{stops}</form>")
