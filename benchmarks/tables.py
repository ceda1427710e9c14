"""Write the results into the prose, between its markers: prose never holds a number that somebody typed.

python benchmarks/tables.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import experiment_tables
from critics_tables import endings_table, held_out, shares_table
from verifier_tables import phrases_table, verifier_table

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PROSE = (ROOT / "README.md", ROOT / "docs" / "critics.md", ROOT / "docs" / "ablation.md")
MARKED = re.compile(r"(<!-- results(?: of (\w+))?:.*?-->\n).*?(<!-- /results -->)", re.DOTALL)


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


AIMS = {"600": (1.35, 1.5, 0.05), "2000": (1.15, 1.25, 0.02)}
"""What checking may cost at most: prompt tokens and seconds as ratios, one more claim's tokens as a share."""


def overhead_table() -> str:
    """A Markdown table of the ratios of the adaptive graph to the naive one, each below what it may be at most."""
    rows = [
        "| evidence | pairs | prompt tokens | seconds | one more claim: tokens | one more claim: seconds |",
        "|---|---|---|---|---|---|",
    ]
    for size, row in _result("overhead").items():
        ratios = f"{row['token_ratio']:.2f} | {row['wall_ratio']:.2f}"
        ratios += f" | {row['claim_share']:.3f} | {row['claim_seconds']:.3f}"
        tokens, _, apart = size.partition(" ")
        rows.append(f"| {tokens} tokens{', ' if apart else ''}{apart} | {row['pairs']} | {ratios} |")
        if aims := AIMS.get(size):
            rows.append(f"| aim: at most | | {aims[0]:.2f} | {aims[1]:.2f} | {aims[2]:.3f} | |")
    return "\n".join(rows) + "\n"


def calibration_table() -> str:
    """A Markdown table of the thresholds, chosen together, and of how well the odds behind each separate."""
    found = _result("calibration").get("thresholds", {})
    rows = ["| threshold | chosen | AUC of its odds: right drafts against all others |", "|---|---|---|"]
    for name in ("answerable_from", "fit_from", "partly_above"):
        if name in found:
            rows.append(f"| `{name}` | {found[name]['threshold']:.2f} | {found[name]['auc']:.2f} |")
    for name, said in (("out-of-domain", "refused"), ("hold back", "refused or right"), ("answerable", "right")):
        if "first pass" in found:
            share, target = found["first pass"][name], found["targets"][name]
            rows.append(f"| first passes, {name}: {said} | {share:.2f} (target {target:.2f}) | |")
    return "\n".join(rows) + "\n"


def retries_table() -> str:
    """A Markdown table of what each retry may add to the critics' bars, and of which late answers go out then."""
    found = _result("retries")
    rows = ["| `retry_raises` | should not go out, stopped | right, goes out | wrong, goes out |", "|---|---|---|---|"]
    for cut, counts in found.get("at", {}).items():
        mark = " (chosen)" if float(cut) == found["chosen"] else ""
        rows.append(f"| {cut}{mark} | {counts['stopped']} | {counts['right']} | {counts['wrong']} |")
    return "\n".join(rows) + "\n"


def memory_table() -> str:
    """A Markdown table of what a remembered failure changes, by what was asked."""
    found = _result("memory")
    rows = ["| asked | memory | matched | refused | model calls | seconds |", "|---|---|---|---|---|---|"]
    for asked in ("first", "paraphrase", "control"):
        for memory in ("with", "without") if found else ():
            row, n = found[memory][asked], found["n"]
            told = f"{row['matched']:.2f} | {row['refused'] * n:.0f} of {n} | {row['calls']:.1f} | {row['seconds']:.0f}"
            rows.append(f"| {asked} | {memory} | {told} |")
    return "\n".join(rows) + "\n"


TABLES: dict[str | None, Callable[[], str]] = {
    None: retrieval_table, "critics": lambda: shares_table(held_out()), "endings": lambda: endings_table(held_out()),
    "calibration": calibration_table, "retries": retries_table, "memory": memory_table,
    "overhead": overhead_table, "verifier": lambda: verifier_table(_result("verifier")),
    "phrases": lambda: phrases_table(_result("phrases")),
} | {
    f"{name}_{which}": partial(experiment_tables.table, name, which)
    for name in ("bench8", "ablation", "ablation_again")
    for which in ("state", "short", "systems", "parts", "verdicts", "kinds", "paper", "judges", "ragas", "repeats")
}  # fmt: skip


def _result(name: str) -> dict[str, Any]:
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text()) if file.is_file() else {}


def _share(score: dict[str, float] | None) -> str:
    if score is None:
        return "not measured"
    return f"{score['mean']:.2f} [{score['low']:.2f}, {score['high']:.2f}] (n={score['n']})"


def _cell(score: dict[str, float] | None, result: dict[str, object]) -> str:
    if score is None:
        return "not measured"
    fewer = f" on {score['n']} of them" if score["n"] != result["questions"] else ""
    return f"{score['mean']:.3f} [{score['low']:.3f}, {score['high']:.3f}]{fewer}"


def filled(prose: str) -> str:
    """A text with today's tables between its markers."""
    return MARKED.sub(lambda mark: mark[1] + TABLES[mark[2]]() + mark[3], prose)


def main() -> None:
    for file in PROSE:
        file.write_text(filled(file.read_text()))


if __name__ == "__main__":
    main()
