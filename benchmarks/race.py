"""What a race saves and what it costs: races over samples of committed runs, which call no model.

    python -m benchmarks.race

Each race chooses on a random sample of the questions of a folder of results, as `study` does on its
half. Its choice is compared with that of asking every system everything, on the same sample, and
both on the questions that were not drawn. `ENOUGH` was chosen on the first folder, so the others
report it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from tqdm.auto import tqdm

from ragkit.evaluate.measures.rows import Results, Row
from ragkit.evaluate.measures.value import Outcomes, outcomes, value
from ragkit.evaluate.study.race import next_run, standings
from ragkit.score import Score, score
from ragkit.text.markdown_table import markdown_table

RESULTS = Path(__file__).parent / "results"
FILE = RESULTS / "race.json"
FOLDERS = {
    "ablation": ("extract", "naive", "hybrid", "crag", "adaptive"),
    "almanac": ("extract", "naive", "hybrid", "adaptive", "tiered"),
    "first_edition": ("naive", "hybrid", "crag", "adaptive"),
}
"""Results with several systems, and which of them race."""
PRICES = (1.0, 3.0)
DRAWN, RACES = 40, 30
"""Questions that a race has, and the number of races at each price."""


def raced(rows: Sequence[Row], systems: Sequence[str], drawn: Sequence[str], price: float) -> Any:
    """A race over some questions: the choice, the share of the runs, and what it is worth.

    *lost* is what the choice is worth less on the other questions than the choice of all runs, and
    *flattered* how much more its value is on the questions that it was chosen on.
    """
    runs = {(row.system, row.question): row for row in rows}
    made: list[Row] = []
    while run := next_run(made, systems, drawn, price):
        made.append(runs[run])
    all_made = [runs[system, question] for system in systems for question in drawn]
    chosen = standings(made, systems, price)[0]
    best = standings(all_made, systems, price)[0]
    rest = outcomes([row for row in rows if row.question not in drawn])
    worth = value(rest[chosen.system], price).mean
    return {
        "runs": len(made) / len(all_made),
        "same": float(chosen.system == best.system),
        "lost": value(rest[best.system], price).mean - worth,
        "flattered": chosen.value.mean - worth,
    }


def races(folder: str, price: float) -> dict[str, Any]:
    """The means over the races of one folder at one price, and the best system of all its runs."""
    systems = FOLDERS[folder]
    rows = [row for row in Results(RESULTS / folder).rows() if row.system in systems]
    ends: Mapping[str, Outcomes] = outcomes(rows)
    questions = sorted(set.intersection(*(set(own) for own in ends.values())))
    rows = [row for row in rows if row.question in questions]
    found = []
    for seed in tqdm(range(RACES), desc=f"{folder} at {price:g}"):
        drawn = Random(seed).sample(questions, DRAWN)
        found.append(raced(rows, systems, drawn, price))
    means = {name: asdict(score([one[name] for one in found])) for name in found[0]}
    best = max(systems, key=lambda system: value(ends[system], price).mean)
    return {"price": price, "folder": folder, "best": best, "questions": len(questions)} | means


def race_table(result: Mapping[str, Any]) -> str:
    """A row for each folder and price."""
    if not result:
        return "Not run yet.\n"
    body = []
    for own in result["races"]:
        shares = [f"{own[name]['mean']:.2f}" for name in ("runs", "same")]
        gains = [_signed(Score(**own[name])) for name in ("lost", "flattered")]
        body.append([own["folder"], f"{own['price']:g}", *shares, *gains])
    head = ["results", "price", "runs made", "same choice", "value lost", "value flattered by"]
    return markdown_table(head, body)


def _signed(one: Score) -> str:
    return f"{one.mean:+.2f} [{one.low:+.2f}, {one.high:+.2f}]"


def main() -> None:
    found = [races(folder, price) for folder in FOLDERS for price in PRICES]
    saved = 1 - mean(own["runs"]["mean"] for own in found)
    result = {"drawn": DRAWN, "races": found, "saved": saved}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(race_table(result))


if __name__ == "__main__":
    main()
