"""Systems side by side as a Markdown table: a row a system, a column a measure."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.report.cells import cell
from ragkit.text.markdown_table import markdown_table

QUALITY = (
    "correct",
    "correct by the judge",
    "withheld",
    "faithfulness",
    "hallucination",
    "abstained",
)
COST = ("tokens evaluated", "tokens generated")
ROUTING = ("routing precision", "routing recall", "routing F1", "false-positive rate")
COSTS = (
    "routing F1",
    "faithfulness",
    "seconds to the first token",
    "cost of 10,000, critics",
    "cost of 10,000",
)
"""Measures of a table."""
GROWN = ("extract", "naive", "naive, may refuse", "hybrid", "crag", "adaptive", "tiny", "tiered")
"""The systems that the notebooks grow, without the ablation's."""


def systems_table(rows: Sequence[Row], measures: Sequence[str] = QUALITY + COST) -> str:
    """A row a system: its scores with their intervals, of the measures that graded something."""
    found = scores(rows)
    graded = set[str]()
    for own in found.values():
        graded.update(name for name, one in own.items() if one.n)
    names = [name for name in measures if name in graded]
    body = []
    for system, own in found.items():
        cells = [cell(own[name], name) if name in own else "" for name in names]
        body.append([system, *cells])
    return markdown_table(["system", *names], body)
