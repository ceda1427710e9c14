"""Compare what short studies recommend with a long run of all systems on all of their questions.

    python -m ragkit study FOLDER --minutes 30 --yes
    python -m ragkit bench FOLDER-study/study.yml --to FOLDER-study/long
    python -m benchmarks.studies FOLDER-study [FOLDER-study ...]

The long run has the questions of both halves, also those that a system was not asked any more when
it could not win. A recommendation is contradicted where the best system of the long run is worth
more than the recommended one beyond chance, by their paired interval.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.attack_tables import interval
from ragkit.disk.whole import write_whole
from ragkit.evaluate.measures.value import advantage, outcomes, value
from ragkit.evaluate.study import planned, price_of
from ragkit.evaluate.study.finding import found
from ragkit.evaluate.study.race import standings
from ragkit.report.report import read_results
from ragkit.text.markdown_table import TIGHT, markdown_table

FILE = Path(__file__).parent / "results" / "studies.json"


def compared(folder: Path) -> dict[str, Any]:
    """What a study found, beside its long run. Raises `BadResults`."""
    plan = planned(folder)
    price = price_of(plan)
    _, chosen_on = read_results(folder / "choose")
    _, reported = read_results(folder / "report")
    finding = found(price, standings(chosen_on, list(plan.systems), price), reported)
    ends = outcomes(read_results(folder / "long")[1])
    worth = {system: value(own, price) for system, own in ends.items()}
    best = max(worth, key=lambda system: worth[system].mean)
    less = advantage(ends[finding.chosen], ends[best], price)
    return {
        "minutes": plan.caps.minutes,
        "spent": sum(row.seconds for row in [*chosen_on, *reported]) / 60,
        "price": price,
        "chosen": finding.chosen,
        "decided": finding.decided,
        "reported": asdict(finding.values[finding.chosen]),
        "long": {system: asdict(own) for system, own in worth.items()},
        "best": best,
        "less": asdict(less),
    }


def studies_table(results: Mapping[str, Any]) -> str:
    """A row for each study."""
    if not results:
        return "Not measured yet.\n"
    rows = []
    for name, own in results.items():
        spent = f"{own['spent']:.0f} of {own['minutes']:g}"
        took = own["chosen"] if own["decided"] else f"{own['chosen']}, not decided"
        long = own["long"]
        row = [name, spent, took, interval(own["reported"]), interval(long[own["chosen"]])]
        less = "the same" if own["best"] == own["chosen"] else interval(own["less"])
        rows.append([*row, f"{own['best']} {interval(long[own['best']])}", less])
    head = ["documents", "minutes", "recommended", "worth, reported", "worth in the long run"]
    return markdown_table([*head, "best in the long run", "recommended less best"], rows, TIGHT)


def main(folders: Sequence[Path]) -> None:
    results = {folder.name.removesuffix("-study"): compared(folder) for folder in folders}
    write_whole(FILE, f"{json.dumps(results, indent=1)}\n".encode())
    print(studies_table(results))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+")
    main(parser.parse_args().folders)
