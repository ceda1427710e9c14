"""Count what the gate of answerability did with false premises, their twins, and the rest.

    python -m benchmarks.gates build/results/almanac

It reads the traces, so run it on the folder that has them. A refusal counts as the gate's only if
the gate refused: the critics behind it refuse more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragkit.evaluate.failures.cases import Case, cases
from ragkit.graphs.tiered.gate.state import Answerability
from ragkit.report.report import read_results
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "gates.json"
FALSE, TWIN, OTHER = GROUPS = ("false premise", "true twin", "all others")
ENDS = ("let through", "corrected", "refused")
"""What the gate does with a question."""
Counts = dict[str, dict[str, dict[str, int]]]
"""By system, group of questions and end."""


def end(gate: Answerability) -> str:
    """What the gate did.

    >>> end(Answerability("false premise")), end(Answerability("unknowable"))
    ('corrected', 'refused')
    """
    if gate.verdict == "answerable":
        return "let through"
    return "corrected" if gate.verdict == "false premise" else "refused"


def counted(found: Sequence[Case]) -> Counts:
    """The questions of each group by what the gate did; only of runs with a gate in their trace."""
    twins = {case.question.twin for case in found if case.question.twin}
    counts: Counts = {}
    for case in found:
        gate = gate_of(case)
        if gate is None:
            continue
        group = TWIN if case.question.id in twins else OTHER
        if case.question.kind == "false-premise":
            group = FALSE
        own = counts.setdefault(case.row.system, {name: dict.fromkeys(ENDS, 0) for name in GROUPS})
        own[group][end(gate)] += 1
    return counts


def gate_of(case: Case) -> Answerability | None:
    """What the gate of a run found; None where there is no trace, or no gate."""
    for step in case.trace.steps if case.trace else ():
        gate = step.wrote.get("gate")
        if isinstance(gate, Answerability):
            return gate
    return None


def gates_table(result: Mapping[str, Mapping[str, Mapping[str, int]]]) -> str:
    """A row a system and group of questions, a column for what the gate did."""
    if not result:
        return "Not run yet.\n"
    body = []
    for system, groups in result.items():
        for group, ends in groups.items():
            body.append([system, group, str(sum(ends.values())), *(str(ends[end]) for end in ENDS)])
    head = ["system", "questions", "n", *(f"{end} by the gate" for end in ENDS)]
    return markdown_table(head, body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path, help="a folder of results, with its traces")
    parser.add_argument("--to", type=Path, default=FILE)
    chosen = parser.parse_args()
    _, rows = read_results(chosen.results)
    counts = counted(cases(chosen.results, rows))
    chosen.to.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    print(gates_table(counts))


if __name__ == "__main__":
    main()
