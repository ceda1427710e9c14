"""Measure what sentences are worth that are copied where no draft passed (`policy.QUOTING`).

    python -m benchmarks.quoting

It asks the questions of `experiments/taught.yml`, so that the runs can be compared with those of
the same graph without the copied sentences. Rows are added to `build/results/quoting`; a run that
was stopped goes on there. The first draft and all that precedes it is the same in both graphs, so
most replies come from disk if `taught.yml` was run on this machine before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.steps import MORE_IS_BETTER, shown
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import System as Asked
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import differences
from ragkit.graphs import adaptive
from ragkit.graphs.adaptive.policy import QUOTING
from ragkit.graphs.systems import SYSTEMS, System
from ragkit.report.markdown import markdown_table
from ragkit.report.prose_tables import difference, systems_table

ROOT = Path(__file__).parents[1]
TO = ROOT / "build" / "results" / "quoting"
WITHOUT, WITH = "adaptive", "adaptive, quoting"
MEASURES = ("right", "held back", "refused", "tokens evaluated")
NOT_RUN = "Not run yet.\n"


def main() -> None:
    """Make the runs that are not there yet."""
    whole = SYSTEMS[WITHOUT]
    SYSTEMS[WITH] = System(lambda: adaptive(answer=QUOTING), "the same", whole.typical)
    experiment = load_experiment(ROOT / "benchmarks" / "experiments" / "taught.yml")
    systems = {WITH: Asked(graph=WITH)}
    _, why = bench(experiment.model_copy(update={"systems": systems}), TO)
    print(why or f"all runs are in {TO}")


def both(without: Sequence[Row], quoting: Sequence[Row]) -> list[Row]:
    """The rows of the questions that both graphs answered, the one without first."""
    asked = {row.question for row in quoting if not row.failed}
    rows = [row for row in without if row.question in asked and row.system == WITHOUT]
    answered = {row.question for row in rows}
    for row in quoting:
        if row.question in answered:
            rows.append(replace(row, system=WITH))
    return rows


def quoting_table(without: Sequence[Row], quoting: Sequence[Row]) -> str:
    """Both graphs, and what the copied sentences change, as paired differences."""
    rows = both(without, quoting)
    if not rows:
        return NOT_RUN
    own = differences(rows, WITHOUT)[WITH]
    cells = [difference(own[name], name) if name in own else "" for name in MORE_IS_BETTER]
    head = ["changed", *MORE_IS_BETTER, "shown to be better", "shown to be worse"]
    body = [["sentences are copied where no draft passed", *cells, *shown(own)]]
    asked = len({row.question for row in rows})
    tables = [systems_table(rows, MEASURES), markdown_table(head, body)]
    return f"{asked} questions.\n\n" + "\n".join(tables)


if __name__ == "__main__":
    main()
