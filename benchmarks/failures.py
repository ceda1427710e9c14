"""Label how the wrong answers of an experiment failed, and keep the counts.

    python -m benchmarks.failures build/results/almanac

It is `python -m ragkit failures FOLDER --by system`, with a file that is committed. Run it on the
folder that has the traces: results that were adopted have none, and without them it is not known
which passage an answer comes from.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragkit.evaluate.failures.rules import UNLABELLED
from ragkit.evaluate.failures.tally import COLUMNS, Tally, tallies
from ragkit.report.failures import read_failures, summary
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "failures.json"


def counts(one: Tally) -> dict[str, Any]:
    """The counts of a system, as JSON."""
    modes = {column: one.modes[column] for column in COLUMNS}
    return {"system": one.name, "graded": one.n, "wrong": one.wrong, "modes": modes}


def failures_table(result: dict[str, Any]) -> str:
    """A row a system, a column a failure mode. Modes that no answer has are left out."""
    if not result:
        return "Not run yet.\n"
    systems: Sequence[dict[str, Any]] = result["systems"]
    found = [mode for mode in COLUMNS if any(one["modes"][mode] for one in systems)]
    body = []
    for one in systems:
        modes = [f"{one['modes'][mode]}" for mode in found]
        body.append([one["system"], f"{one['graded']}", f"{one['wrong']}", *modes])
    head = ["system", "graded", "wrong", *found]
    return f"{result['summary']}\n\n{markdown_table(head, body)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path, help="a folder of results, with its traces")
    parser.add_argument("--to", type=Path, default=FILE)
    chosen = parser.parse_args()
    labelled = read_failures([chosen.results])
    systems = [counts(one) for one in tallies(labelled, "system")]
    result = {"summary": summary(labelled), "systems": systems}
    chosen.to.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(failures_table(result))
    named = sum(sum(one["modes"].values()) - one["modes"][UNLABELLED] for one in systems)
    print(f"wrong={sum(one['wrong'] for one in systems)} labelled={named}")


if __name__ == "__main__":
    main()
