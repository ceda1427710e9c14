"""The whole graph with the taught judge beside the same with the zero-shot one, as Markdown tables.

Both were asked the questions of the part called test: the one in `experiments/taught.yml`, the
other in `experiments/ablation.yml`. Only questions that both answered are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.critics_tables import shares_table
from benchmarks.steps import MORE_IS_BETTER, shown
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import differences
from ragkit.report.markdown import markdown_table
from ragkit.report.prose_tables import difference, systems_table

WHOLE = "adaptive"
BESIDE = ("extract", "naive", "hybrid")
"""Systems without a judge, for comparison."""
ZERO_SHOT = "adaptive, zero-shot judge"
TAUGHT = "adaptive, taught judge"
MEASURES = ("right", "held back", "refused", "tokens evaluated")
NOT_RUN = "Not run yet.\n"


def side_by_side(taught: Sequence[Row], ablation: Sequence[Row]) -> list[Row]:
    """The rows of the questions that both judges were asked about, each judge as a system."""
    asked = {row.question for row in taught if not row.failed}
    rows = []
    for row in ablation:
        if row.question not in asked:
            continue
        if row.system == WHOLE:
            rows.append(replace(row, system=ZERO_SHOT))
        elif row.system in BESIDE:
            rows.append(row)
    whole = {row.question for row in rows if row.system == ZERO_SHOT}
    for row in taught:
        if row.question in whole:
            rows.append(replace(row, system=TAUGHT))
    return rows


def taught_graph_table(taught: Sequence[Row], ablation: Sequence[Row]) -> str:
    """A row a system, and how many questions were not asked yet."""
    rows = side_by_side(taught, ablation)
    if not rows:
        return NOT_RUN
    asked = len({row.question for row in rows})
    whole = len({row.question for row in ablation})
    state = f"{asked} of {whole} questions.\n\n"
    return state + systems_table(rows, MEASURES)


def taught_shares_table(taught: Sequence[Row], ablation: Sequence[Row]) -> str:
    """A row a group of questions and measure, the two judges side by side."""
    rows = side_by_side(taught, ablation)
    if not rows:
        return NOT_RUN
    return shares_table(rows, (ZERO_SHOT, TAUGHT))


def taught_difference_table(taught: Sequence[Row], ablation: Sequence[Row]) -> str:
    """What the taught judge changes, as paired differences, and what they show."""
    rows = side_by_side(taught, ablation)
    if not rows:
        return NOT_RUN
    own = differences(rows, ZERO_SHOT)[TAUGHT]
    # the first questions may be all of one kind
    cells = [difference(own[name], name) if name in own else "" for name in MORE_IS_BETTER]
    body = [["the taught judge, not the zero-shot one", *cells, *shown(own)]]
    head = ["changed", *MORE_IS_BETTER, "shown to be better", "shown to be worse"]
    return markdown_table(head, body)
