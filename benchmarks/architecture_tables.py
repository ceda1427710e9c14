"""Tables of the four architectures of (advanced): what each step promised, and what it gives."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.measures.published import ADVANCED, PROMISED
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import differences
from ragkit.report.cells import difference
from ragkit.text.markdown_table import TIGHT, markdown_table

THERE = "F1 of four passages"
HERE = ("correct", "evidence recall", "faithfulness", "tokens evaluated")


def promised_table(rows: Sequence[Row]) -> str:
    """A Markdown table of the steps from one architecture to a later one.

    Their gains are in percent of the figure before; ours are paired differences, with intervals.
    """
    body: list[list[str | None]] = []
    for (before, after), (least, most) in PROMISED.items():
        reported = 100 * (ADVANCED[after][THERE] / ADVANCED[before][THERE] - 1)
        found = differences(rows, before).get(after, {})
        ours = [difference(found[name], name) if name in found else None for name in HERE]
        body.append([f"{before} to {after}", f"{least} to {most}", f"{reported:.0f}", *ours])
    head = ["step", "promised, %", f"{THERE}, reported later, %"]
    return markdown_table([*head, *(f"{name}, ours" for name in HERE)], body, TIGHT)


def beside_table(rows: Sequence[Row], against: str) -> str:
    """A Markdown table of each other system less one of them, question by question."""
    body: list[list[str | None]] = []
    for system, found in differences(rows, against).items():
        cells = [difference(found[name], name) if name in found else None for name in HERE]
        body.append([system, *cells])
    return markdown_table([f"less {against}", *HERE], body, TIGHT)
