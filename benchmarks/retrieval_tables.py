"""Markdown tables of retrieval: recall of each ranking, and what fusion and choosing add."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


def strategies_table(results: dict[str, Any]) -> str:
    """Markdown tables of recall@5 and nDCG@5: of each way to search, and of their differences."""
    parts = {name: own for name, own in results.items() if name.endswith(", test")}
    if not parts:
        return "Not run yet.\n"
    scores = _by_search("search", parts, "")
    differences = _by_search("paired difference", parts, " differences")
    return f"{scores}\n{differences}"


def ways_table(results: dict[str, Any]) -> str:
    """A Markdown table of how many questions the rules searched in which way."""
    ways = ("semantic", "keyword", "hybrid", "undecided")
    rows = []
    for name, own in results.items():
        counts = [f"{own['ways'].get(way, 0)}" for way in ways]
        rows.append([name, f"{own['questions']}", *counts])
    return markdown_table(["questions", "in all", *ways], rows, TIGHT)


def _by_search(title: str, parts: dict[str, Any], suffix: str) -> str:
    """A row for each search or pair of them, and two columns for each corpus."""
    how = "+.3f" if suffix else ".3f"
    head = [title]
    for name in parts:
        corpus = name.removesuffix(", test")
        head += [f"{corpus}: recall@5", f"{corpus}: nDCG@5"]
    first, *_ = parts.values()
    rows = []
    for search in first[f"recall{suffix}"]:
        row = [search]
        for own in parts.values():
            for measure in ("recall", "ndcg"):
                score = own[f"{measure}{suffix}"][search]
                bounds = f"{score['low']:{how}}, {score['high']:{how}}"
                row.append(f"{score['mean']:{how}} [{bounds}]")
        rows.append(row)
    return markdown_table(head, rows, TIGHT)


def _cell(score: dict[str, float] | None, result: dict[str, object]) -> str:
    if score is None:
        return "not measured"
    fewer = f" on {score['n']} of them" if score["n"] != result["questions"] else ""
    return f"{score['mean']:.3f} [{score['low']:.3f}, {score['high']:.3f}]{fewer}"
