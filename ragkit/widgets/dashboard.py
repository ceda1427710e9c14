"""Many saved runs at a glance: how they ended, what they cost, which rules fired, and where the time went."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from math import inf

import ipywidgets as w
from IPython.display import HTML

from ragkit.meter import Usage
from ragkit.state import Claim
from ragkit.trace import Trace
from ragkit.widgets.dashboard_figures import by_node, dashboard_figures

Prices = Mapping[str, float]
STYLE = """<style>
.rk-tiles { display: flex; flex-wrap: wrap; gap: .5rem; margin: .4rem 0; font-family: sans-serif; color: inherit }
.rk-tiles > div { border: 1px solid #888; border-radius: .4rem; padding: .2rem .8rem; line-height: 1.4 }
.rk-tiles span { display: block; font-size: .85em; opacity: .75 }
</style>"""
OUTCOMES = ("answered", "refused", "failed")
SENT_BACK = ("plan", "rewrite")
"""Where a critic's policy sends a question that is searched for again."""
WEB = "search_web"
PRICED = ("in", "reused", "out")
PLOTLY = "application/vnd.plotly.v1+json"


class Dashboard(w.VBox):
    """Tiles and pictures of runs, with filters by node, outcome and question; `shown` are the runs that pass them."""

    def __init__(self, traces: Sequence[Trace], troubles: Sequence[str] = (), prices: Prices | None = None) -> None:
        self.traces, self.troubles, self.prices = list(traces), list(troubles), prices
        self.node = w.Dropdown(options=[("any", None), *((n, n) for n in by_node(self.traces))], description="visited")
        self.outcome = w.Dropdown(options=[("any", None), *zip(OUTCOMES, OUTCOMES)], description="outcome")
        self.text = w.Text(description="question", placeholder="holds this text", continuous_update=False)
        self.tiles, self.pictures = w.HTML(), w.Output()
        filters = [self.node, self.outcome, self.text]
        for each in filters:
            each.observe(self._show, "value")
        self._show()
        super().__init__([w.HBox(filters, layout=w.Layout(flex_flow="row wrap")), self.tiles, self.pictures])

    @property
    def shown(self) -> list[Trace]:
        node, end, text = self.node.value, self.outcome.value, self.text.value.casefold()
        ended = [trace for trace in self.traces if end in (None, outcome(trace)) and text in trace.question.casefold()]
        return [trace for trace in ended if node is None or node in trace.route]

    def _show(self, _: object = None) -> None:
        self.tiles.value = str(dashboard_tiles(self.shown, self.troubles, self.prices).data)
        figures = [json.loads(figure.to_json()) for figure in dashboard_figures(self.shown).values()]
        self.pictures.outputs = [{"output_type": "display_data", "data": {PLOTLY: f}, "metadata": {}} for f in figures]


def dashboard_tiles(traces: Sequence[Trace], troubles: Sequence[str] = (), prices: Prices | None = None) -> HTML:
    """The runs in numbers, each share with its n; `troubles` (see `load_all`) are folded below.

    A retry is a move of a critic's policy to plan or rewrite. Claims are those of every draft that was verified.
    With `prices` (see `cost`) a tile says what the runs cost.
    """
    tiles = _tiles(traces, prices) if traces else {}
    said = "".join(
        f"<div role='listitem'><span>{name}</span><strong>{escape(value)}</strong></div>"
        for name, value in tiles.items()
    )
    notes = "".join(f"<p class='rk-note'>{note}</p>" for note in _notes(traces))
    files = "".join(f"<li>{escape(trouble)}</li>" for trouble in troubles)
    bad = f"<details><summary>files that could not be read: {len(troubles)}</summary><ul>{files}</ul></details>"
    shown = f"<div class='rk-tiles' role='list' aria-label='Runs in numbers'>{said}</div>"
    return HTML(f"{STYLE}{shown}{notes}{bad if files else ''}")


def outcome(trace: Trace) -> str:
    """How a run ended: answered, refused or failed. One without answer, refusal and reason has failed too.

    >>> outcome(Trace("Who?", (), "You.", (), 1.0)), outcome(Trace("Who?", (), "", (), 1.0))
    ('answered', 'failed')
    """
    if trace.failed or not trace.answer.strip():
        return "failed"
    return "refused" if trace.refused else "answered"


def cost(traces: Sequence[Trace], prices: Prices) -> float:
    """What the runs cost, by the price of a million tokens: `in` (worked through), `reused`, and `out` (written).

    A reply from disk counts as when it was new. Raises `ValueError` unless `prices` are these three, each >= 0.

    >>> from ragkit.trace import Step
    >>> step = Step("generate", 1.0, Usage(1, 0, 3_000_000, 1_000_000, 500_000), {})
    >>> cost([Trace("Who?", (step,), "You.", (), 1.0)], {"in": 1, "reused": 0.5, "out": 4})
    4.5
    """
    if set(prices) != set(PRICED) or not all(0 <= price < inf for price in prices.values()):
        raise ValueError(f"asked for prices, each 0 or more, of a million tokens {', '.join(PRICED)}; got {prices}")
    use = _usage(traces)
    return (prices["in"] * use.evaluated + prices["reused"] * use.reused + prices["out"] * use.tokens_out) / 1e6


def share(part: int, whole: int) -> str:
    """A part of a whole, with both.

    >>> share(3, 5), share(0, 0)
    ('60 % (3 of 5)', 'none (0 of 0)')
    """
    return f"{f'{part / whole:.0%}'.replace('%', ' %') if whole else 'none'} ({part:,} of {whole:,})"


def _tiles(traces: Sequence[Trace], prices: Prices | None) -> dict[str, str]:
    n, use, ends = len(traces), _usage(traces), Counter(map(outcome, traces))
    moves = [[step.rule.do for step in trace.steps if step.rule] for trace in traces]
    retries = [sum(to in SENT_BACK for to in went) for went in moves]
    web = sum(WEB in [*went, *trace.route] for went, trace in zip(moves, traces, strict=True))
    claims = [claim for trace in traces for claim in _claims(trace)]
    tiles = {"runs": str(n)} | {end: share(ends[end], n) for end in OUTCOMES} | {
        "sent back by a critic": share(sum(map(bool, retries)), n),
        "retries per run": f"{sum(retries) / n:.2f} (n={n})",
        "went to the web": share(web, n),
        "tokens in reused": share(use.reused, use.tokens_in),
        "model calls": f"{use.calls:,} ({use.cached:,} from disk)",
        "claims ungraded": share(sum(claim.support is None for claim in claims), len(claims)),
    }  # fmt: skip
    return tiles if prices is None else tiles | {"cost, in the prices' currency": f"{cost(traces, prices):,.4f}"}


def _notes(traces: Sequence[Trace]) -> list[str]:
    disk = sum(trace.usage.cached > 0 for trace in traces)
    blind = sum(not call.usage.tokens_in for trace in traces for step in trace.steps for call in step.calls)
    cached = f"{disk} of {len(traces)} runs had replies from disk: seconds are not real there, tokens are as when new."
    uncounted = f"{blind} model calls came without a count of tokens: tokens and cost are too low."
    return ["No runs."] * (not traces) + [cached] * bool(disk) + [uncounted] * bool(blind)


def _usage(traces: Sequence[Trace]) -> Usage:
    return sum((trace.usage for trace in traces), Usage())


def _claims(trace: Trace) -> list[Claim]:
    """The claims of every draft that was verified: a refusal keeps none of them. A file's fields may hold anything."""
    wrote = [step.wrote.get("claims") for step in trace.steps if step.node == "verify"]
    claims = [claim for found in wrote if isinstance(found, list | tuple) for claim in found]
    return [claim for claim in claims or trace.claims if isinstance(claim, Claim)]
