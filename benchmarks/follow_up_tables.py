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
    "ours, glued": "ours: the last two messages, where it is",
    "ours, fused": "ours: both fused, where it is",
    "refused: glued": "the same as the rewrite, but refused: the last two messages",
    "gate, human's rewrite": "our gate, with the human's rewrite",
}
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


def baselines_table(result: dict[str, Any]) -> str:
    """A Markdown table of what is found without a model."""
    rows: list[Row] = []
    for name, halves in result.get("search", {}).items():
        for half, found in halves.items():
            for way, row in found["without a model"]["ways"].items():
                cells = [_cell(row[measure]) for measure in MEASURES]
                rows.append([SETS[name], half, WAYS[way], *cells])
    return markdown_table(["data", "half", "searched", *MEASURES], rows, TIGHT)


def _cell(row: dict[str, float]) -> str:
    if not row["n"]:
        return "not measured"
    return f"{row['mean']:.3f} [{row['low']:.3f}, {row['high']:.3f}], n={row['n']}"
