"""What each step from naive RAG to the whole graph adds, as a Markdown table of paired differences.

A step is two systems of the ablation that differ in one thing, or in two where the name says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import Difference, differences
from ragkit.report.cells import difference
from ragkit.report.value_tables import by_price, price_head
from ragkit.text.markdown_table import markdown_table


class Step(NamedTuple):
    """What is added, and the systems without and with it."""

    added: str
    before: str
    after: str


STEPS = (
    Step("fused rankings, and readings", "naive", "hybrid, three passages"),
    Step("a thousand tokens, not three passages", "hybrid, three passages", "hybrid"),
    Step("readings", "hybrid, no readings", "hybrid"),
    Step("a critic of the evidence", "hybrid, no readings", "crag"),
    Step("a critic of the evidence before claims", "no critic", "adaptive"),
    Step("claims, and a critic of the answer", "no verifier", "adaptive"),
    Step("a second hop", "no policy", "adaptive"),
    Step("readings after critics", "no readings", "adaptive"),
    Step("the taught judge, not the zero-shot one", "zero-shot judge", "adaptive"),
    Step("critics, not a model that may refuse", "naive, may refuse", "adaptive"),
)
MORE_IS_BETTER = {"correct": True, "withheld": True, "tokens evaluated": False}
"""The measures of the table."""
Own = Mapping[str, Difference]


def steps_table(rows: Sequence[Row]) -> str:
    """A row a step: its differences, bold where the interval excludes 0, and what they show."""
    body = []
    for step in STEPS:
        own = differences(rows, step.before)[step.after]
        cells = [difference(own[name], name) for name in MORE_IS_BETTER]
        body.append([step.added, *cells, *shown(own)])
    head = ["added", *MORE_IS_BETTER, "better", "worse"]
    return markdown_table(head, body)


def step_prices(rows: Sequence[Row]) -> str:
    """A row a step: what it adds in value at each price of a wrong answer, and from which it pays.

    A step pays from the price at which what it avoids in wrong answers is worth what it gives up in
    correct ones.
    """
    pairs = [(step.added, step.after, step.before) for step in STEPS]
    return markdown_table(price_head("added"), by_price(rows, pairs))


def shown(own: Own) -> list[str]:
    """The measures in which a step is clearly better, and those in which it is worse."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for name, more_is_better in MORE_IS_BETTER.items():
        if name in own and own[name].shown:
            is_more = own[name].by.mean > 0
            found[is_more is more_is_better].append(name)
    return [", ".join(names) or "nothing" for names in (found[True], found[False])]
