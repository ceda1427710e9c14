"""Markdown tables of what becomes of follow-ups: the gate, and what each way finds."""

from __future__ import annotations

from typing import Any

from ragkit.text.markdown_table import TIGHT, markdown_table

SETS = {"mtrag": "MTRAG", "cast": "CAsT"}
WAYS = {
    "last": "the last message",
    "glued": "the last two messages",
    "all": "all messages",
    "human": "a human's rewrite",
    "every rewrite": "the model's rewrite, always used",
    "ours, rewrite": "ours: the rewrite, where it is accepted",
    "ours, glued": "ours: the last two messages, where the rewrite is accepted",
    "ours, fused": "ours: both fused, where the rewrite is accepted",
    "ours, context": "ours: the rewrite or the message, fused with the last turn and the message",
    "no rewrite, context": "without a model: the message, fused with the last turn and the message",
    "refused: glued": "ours: the rewrite, where it is accepted, else the last two messages",
    "gate, human's rewrite": "our gate, with the human's rewrite",
}
TAKEN = ("ours, context", "no rewrite, context")
"""What is in use, and the same without a model."""
AGAINST = ("last", "glued", "human")
MEASURES = ("R@1", "R@5", "nDCG@5")
Row = list[str | None]


def gate_table(result: dict[str, Any]) -> str:
    """A Markdown table of each gate: what it finds, and what it leaves alone."""
    rows: list[Row] = []
    for name, halves in result.get("gate", {}).items():
        for half, gates in halves.items():
            for gate, row in gates.items():
                cells = [_cell(row["recall"]), _cell(row["left alone"])]
                rows.append([SETS[name], half, gate, *cells])
    head = ["data", "half", "gate", "needs the history, found", "unchanged, left alone"]
    return markdown_table(head, rows, TIGHT)


def search_ways_table(result: dict[str, Any]) -> str:
    """A Markdown table of what each way finds, on all turns whose passages are known."""
    rows: list[Row] = []
    for name, halves in result.get("search", {}).items():
        for half, found in halves.items():
            for way, row in found.get("all", {}).get("ways", {}).items():
                cells = [_cell(row[measure]) for measure in MEASURES]
                rows.append([SETS[name], half, WAYS[way], *cells])
    return markdown_table(["data", "half", "searched", *MEASURES], rows, TIGHT)


def gains_table(result: dict[str, Any]) -> str:
    """A Markdown table of what is in use less the baselines, on the reporting half."""
    rows: list[Row] = []
    for name, halves in result.get("search", {}).items():
        for pair, row in halves["report"]["all"]["differences"].items():
            way, _, baseline = pair.rpartition(" - ")
            if way in TAKEN and baseline in AGAINST:
                cells = [_gain(row[measure]) for measure in MEASURES]
                rows.append([SETS[name], WAYS[way], WAYS[baseline], *cells])
    head = ["data", "searched", "less", *MEASURES]
    return markdown_table(head, rows, TIGHT)


def seconds_table(result: dict[str, Any]) -> str:
    """A Markdown table of the seconds of each step."""
    named = result.get("seconds", {})
    rows: list[Row] = [[name, _cell(row)] for name, row in named.items() if row["n"]]
    return markdown_table(["step", "seconds"], rows, TIGHT)


def _gain(row: dict[str, float]) -> str:
    return f"{row['mean']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"


def _cell(row: dict[str, float]) -> str:
    if not row["n"]:
        return "not measured"
    return f"{row['mean']:.3f} [{row['low']:.3f}, {row['high']:.3f}], n={row['n']}"
