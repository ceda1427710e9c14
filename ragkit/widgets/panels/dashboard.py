"""Many saved runs at a glance: outcomes, costs, the rules that fired, and what took time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import ipywidgets as w
from IPython.display import HTML

from ragkit.evaluate.measures.components import alarm
from ragkit.evaluate.measures.rows import Row
from ragkit.graphs.systems import SYSTEMS
from ragkit.model.meter import Usage, cost
from ragkit.settings import Price
from ragkit.state import Claim
from ragkit.text.printable import printable
from ragkit.trace import Trace
from ragkit.widgets.charts.value import worth_figures
from ragkit.widgets.panels.picture import displayed
from ragkit.widgets.runs.dashboard_figures import COST, by_node, dashboard_figures
from ragkit.widgets.runs.runs_list import outcome, runs_list

STYLE = """<style>
.rk-tiles {
  display: flex; flex-wrap: wrap; gap: .5rem; margin: .4rem 0;
  font-family: sans-serif; color: inherit
}
.rk-tiles > div {
  border: 1px solid #888; border-radius: .4rem; padding: .2rem .8rem; line-height: 1.4
}
.rk-tiles span { display: block; font-size: .85em; opacity: .75 }
</style>"""
OUTCOMES = ("answered", "abstained", "failed")


class Dashboard(w.VBox):
    """Runs as a list, in numbers and in pictures, with filters by system, node, outcome and
    question.

    `rows` are the graded rows of an experiment, if the runs are those of one: then a picture shows
    what its systems are worth at each price of a wrong answer.
    """

    def __init__(
        self,
        traces: Sequence[Trace],
        troubles: Sequence[str] = (),
        price: Price | None = None,
        rows: Sequence[Row] = (),
    ) -> None:
        self.traces, self.troubles, self.price = list(traces), list(troubles), price
        self.rows = list(rows)
        self.system = _filter("system", _systems(self.traces))
        self.node = _filter("visited", by_node(self.traces))
        self.outcome = _filter("outcome", OUTCOMES)
        self.text = w.Text(
            description="question", placeholder="contains these words", continuous_update=False
        )
        self.list = w.HTML()
        self.tiles = w.HTML()
        self.pictures = w.HTML()
        worth = map(displayed, worth_figures(self.rows).values())
        self.worth = w.Output(outputs=tuple(worth))
        filters = [self.system, self.node, self.outcome, self.text]
        for one in filters:
            one.observe(self._show, "value")
        self._show()
        row = w.HBox(filters, layout=w.Layout(flex_flow="row wrap"))
        super().__init__([row, self.list, self.tiles, self.pictures, self.worth])

    @property
    def shown(self) -> list[Trace]:
        """The runs that pass the filters."""
        return [trace for trace in self.traces if self._passes(trace)]

    def _passes(self, trace: Trace) -> bool:
        system = self.system.value
        node = self.node.value
        end = self.outcome.value
        if system and system != trace.system:
            return False
        if node and node not in trace.route:
            return False
        if end and end != outcome(trace):
            return False
        return self.text.value.casefold() in trace.question.casefold()

    def _show(self, _: object = None) -> None:
        runs = self.shown
        listed = runs_list(runs)
        tiles = dashboard_tiles(runs, self.troubles, self.price)
        self.list.value = str(listed.data)
        self.tiles.value = str(tiles.data)
        pictures = ""
        for figure in dashboard_figures(runs, self.price).values():
            pictures += str(figure.data)
        self.pictures.value = pictures


def _systems(traces: Sequence[Trace]) -> list[str]:
    """The systems that ran, in the order of the registry; names that it does not have come last."""
    names = [trace.system for trace in traces if trace.system]
    known = [name for name in SYSTEMS if name in names]
    return list(dict.fromkeys(known + names))


def _filter(name: str, values: Iterable[str]) -> w.Dropdown:
    """A choice of one value, or of any; None would be no choice, and an empty field."""
    options = [("any", ""), *((printable(value), value) for value in values)]
    return w.Dropdown(options=options, description=name)


def dashboard_tiles(
    traces: Sequence[Trace], troubles: Sequence[str] = (), price: Price | None = None
) -> HTML:
    """The runs in numbers, each share with its n; `troubles` (see `load_all`) are folded below.

    A retry is a question that a critic sent back to be searched for again. Claims are those of
    every draft that was verified. With a `price` per million tokens a tile shows what the runs
    cost.
    """
    tiles = _tiles(traces, price) if traces else {}
    items = "".join(
        f"<div role='listitem'><span>{name}</span><strong>{escape(value)}</strong></div>"
        for name, value in tiles.items()
    )
    notes = "".join(f"<p class='rk-note'>{note}</p>" for note in _notes(traces))
    runs = f"<div class='rk-tiles' role='list' aria-label='Runs in numbers'>{items}</div>"
    return HTML(f"{STYLE}{runs}{notes}{_unread(troubles)}")


def _unread(troubles: Sequence[str]) -> str:
    """The files that could not be read, folded away; nothing when all could."""
    if not troubles:
        return ""
    items = [f"<li>{escape(printable(trouble))}</li>" for trouble in troubles]
    files = "".join(items)
    summary = f"files that could not be read: {len(troubles)}"
    return f"<details><summary>{summary}</summary><ul>{files}</ul></details>"


def share(part: int, whole: int) -> str:
    """A part of a whole in per cent, and both numbers.

    >>> share(3, 5), share(0, 0)
    ('60 % (3 of 5)', 'none (0 of 0)')
    """
    percent = f"{100 * part / whole:.0f} %" if whole else "none"
    return f"{percent} ({part:,} of {whole:,})"


def _tiles(traces: Sequence[Trace], price: Price | None) -> dict[str, str]:
    n = len(traces)
    usage = sum((trace.usage for trace in traces), Usage())
    outcomes = Counter(map(outcome, traces))
    retries = [trace.retries for trace in traces]
    claims = [claim for trace in traces for claim in _claims(trace)]
    ungraded = sum(claim.support is None for claim in claims)
    tiles = {"runs": str(n)}
    tiles |= {end: share(outcomes[end], n) for end in OUTCOMES}
    tiles |= {
        "sent back by a critic": share(sum(map(bool, retries)), n),
        "retries per run": f"{sum(retries) / n:.2f} (n={n})",
        "went to the web": share(sum(trace.asked_web for trace in traces), n),
        "prompt tokens reused": share(usage.reused, usage.prompt),
        "model calls": f"{usage.calls:,} ({usage.cached:,} from disk)",
        "claims ungraded": share(ungraded, len(claims)),
    }
    if price is not None:
        tiles[COST] = f"{cost(usage, price):,.4f}"
    return tiles


def _notes(traces: Sequence[Trace]) -> list[str]:
    """What a reader has to know about the numbers."""
    if not traces:
        return ["No runs."]
    notes = []
    retried = sum(trace.retries > 0 for trace in traces)
    warning = alarm(retried / len(traces))
    if warning:
        notes.append(f"{retried} of {len(traces)} runs were sent back by a critic: {warning}.")
    cached = sum(trace.usage.cached > 0 for trace in traces)
    if cached:
        notes.append(
            f"{cached} of {len(traces)} runs had replies from disk: seconds are not real there, "
            "tokens are as when new."
        )
    uncounted = sum(map(_uncounted, traces))
    if uncounted:
        notes.append(
            f"{uncounted} model calls reported no token count: tokens and cost are too low."
        )
    return notes


def _uncounted(trace: Trace) -> int:
    """How many model calls of a run reported no token count."""
    calls = [call for step in trace.steps for call in step.calls]
    return sum(not call.usage.prompt for call in calls)


def _claims(trace: Trace) -> list[Claim]:
    """The claims of every draft that was verified, because a refusal keeps none of them.

    A file's fields may hold anything, so what is no claim is passed over.
    """
    claims: list[Any] = []
    for step in trace.steps:
        written = step.wrote.get("claims")
        claims += written if isinstance(written, list | tuple) else []
    return [claim for claim in claims or trace.claims if isinstance(claim, Claim)]
