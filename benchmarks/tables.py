"""Write the results into the README, between its markers: prose never holds a number that somebody typed.

python benchmarks/tables.py
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
MARKED = re.compile(r"(<!-- results:.*?-->\n).*?(<!-- /results -->)", re.DOTALL)


def retrieval_table() -> str:
    """A Markdown table of recall, one row a dataset and cut."""
    rows = ["| dataset | questions | recall at | dense | sparse | fused | reranked |", "|---|---|---|---|---|---|---|"]
    for file in sorted(RESULTS.glob("retrieval-*.json")):
        result = json.loads(file.read_text())
        for k in (1, 5):
            cells = [_cell(result.get(f"{ranker}@{k}"), result) for ranker in ("dense", "sparse", "fused", "reranked")]
            name = file.stem.removeprefix("retrieval-")
            rows.append(f"| {name} | {result['questions']} | {k} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _cell(score: dict[str, float] | None, result: dict[str, object]) -> str:
    if score is None:
        return "not measured"
    fewer = f" on {score['n']} of them" if score["n"] != result["questions"] else ""
    return f"{score['mean']:.3f} [{score['low']:.3f}, {score['high']:.3f}]{fewer}"


def filled(readme: str) -> str:
    """The README's text with today's table between its markers."""
    return MARKED.sub(lambda mark: mark[1] + retrieval_table() + mark[2], readme)


def main() -> None:
    readme = ROOT / "README.md"
    readme.write_text(filled(readme.read_text()))


if __name__ == "__main__":
    main()
