"""Compare a second run of an experiment with the first: new means against committed intervals.

    python -m benchmarks.agree build/results/ablation benchmarks/results/ablation

Only questions that are in both runs are compared, and only measures that do not depend on the
machine. An interval is that of the mean over other questions of the same kind, so the mean over the
same questions should be well inside. The exit status is 1 when a mean is outside.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.report.report import read_results

OF_THE_MACHINE = {"seconds", "seconds to the first token"}
"""Measures that depend on the machine."""


def agree(again: Sequence[Row], before: Sequence[Row]) -> list[tuple[str, str, bool]]:
    """For each system and measure, the comparison in words and whether the mean is inside.

    Only runs that are in both experiments count.
    """
    both = _runs(again) & _runs(before)
    new = scores([row for row in again if (row.system, row.question) in both])
    old = scores([row for row in before if (row.system, row.question) in both])
    comparisons = []
    for system, measures in old.items():
        for name, interval in measures.items():
            if name in OF_THE_MACHINE or not interval.n:
                continue
            mean = new[system][name].mean
            if isnan(mean):
                continue
            inside = interval.low <= mean <= interval.high
            comparisons.append((f"{system}, {name}", f"{mean:.3f}, before {interval}", inside))
    return comparisons


def _runs(rows: Sequence[Row]) -> set[tuple[str, str]]:
    return {(row.system, row.question) for row in rows}


def main() -> int:
    """Print every comparison, those outside last."""
    _, again = read_results(Path(sys.argv[1]))
    _, before = read_results(Path(sys.argv[2]))
    comparisons = sorted(agree(again, before), key=lambda one: not one[2])
    outside = 0
    for measure, means, inside in comparisons:
        mark = "inside " if inside else "OUTSIDE"
        print(f"{mark} {measure}: {means}")
        outside += not inside
    print(f"compared={len(comparisons)} outside={outside}")
    return int(outside > 0 or not comparisons)


if __name__ == "__main__":
    sys.exit(main())
