"""Markdown tables of retrieval: recall of each ranking, and what fusion adds, on every dataset."""

from __future__ import annotations

import json
from pathlib import Path

from ragkit.text.markdown_table import TIGHT, markdown_table

RESULTS = Path(__file__).parent / "results"


def retrieval_table() -> str:
    """A Markdown table of recall, one row a dataset and cut."""
    rankers, rows = ("dense", "sparse", "fused", "blended", "reranked"), []
    for file in sorted(RESULTS.glob("retrieval-*.json")):
        result, name = json.loads(file.read_text()), file.stem.removeprefix("retrieval-")
        for k in (1, 5):
            cells = [_cell(result.get(f"{ranker}@{k}"), result) for ranker in rankers]
            rows.append([name, f"{result['questions']}", f"{k}", *cells])
    return markdown_table(["dataset", "questions", "recall at", *rankers], rows, TIGHT)


def fusion_table() -> str:
    """A Markdown table of each fusion's recall less that of the better of its two rankings."""
    rows: list[list[str | None]] = []
    for file in sorted(RESULTS.glob("retrieval-*.json")):
        result, name = json.loads(file.read_text()), file.stem.removeprefix("retrieval-")
        for k in (1, 5):
            gains = {}
            for pair, gain in result.items():
                fusion, minus, _ = pair.partition("-")
                if minus and pair.endswith(f"@{k}") and fusion in ("fused", "blended"):
                    gains[fusion] = f"{gain['mean']:+.3f} [{gain['low']:+.3f}, {gain['high']:+.3f}]"
            rows.append([name, f"{k}", gains.get("fused"), gains.get("blended")])
    head = ["dataset", "recall at", "fused by places (rrf)", "blended by scores"]
    return markdown_table(head, rows, TIGHT)


def _cell(score: dict[str, float] | None, result: dict[str, object]) -> str:
    if score is None:
        return "not measured"
    fewer = f" on {score['n']} of them" if score["n"] != result["questions"] else ""
    return f"{score['mean']:.3f} [{score['low']:.3f}, {score['high']:.3f}]{fewer}"
