"""Does an experiment that was run again give what it gave before? Each new mean against the
committed interval.

    python -m benchmarks.agree build/results/ablation benchmarks/results/ablation

Only the questions that both have count, and only what does not depend on the machine. An interval
is of the mean, for other questions of the same kind; the same questions again should come out well
inside. Exits with 1 when a mean lies outside.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.report.report import read_results

OF_THE_MACHINE = {"seconds"}


def agree(again: Sequence[Row], before: Sequence[Row]) -> list[tuple[str, str, bool]]:
    """System and measure, what came, and whether it lies in the interval; of the runs that both
    made."""
    both = {(row.system, row.question) for row in again} & {
        (row.system, row.question) for row in before
    }
    new, old = (
        scores([row for row in rows if (row.system, row.question) in both])
        for rows in (again, before)
    )
    return [
        (f"{system}, {name}", f"{mean:.3f}, before {one}", one.low <= mean <= one.high)
        for system, found in old.items()
        for name, one in found.items()
        if name not in OF_THE_MACHINE and one.n and not isnan(mean := new[system][name].mean)
    ]


def main() -> int:
    """Print every comparison, those outside last."""
    again, before = (read_results(Path(folder))[1] for folder in sys.argv[1:3])
    found = sorted(agree(again, before), key=lambda one: not one[2])
    for what, came, inside in found:
        print(f"{'inside ' if inside else 'OUTSIDE'} {what}: {came}")
    outside = sum(not inside for *_, inside in found)
    print(f"compared={len(found)} outside={outside}")
    return int(bool(outside) or not found)


if __name__ == "__main__":
    sys.exit(main())
