"""Score when the agent stops searching, against whether its evidence was complete.

    python -m benchmarks.stops build/results/teams

It reads the traces, so run it on the folder that has them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ragkit.evaluate.failures.cases import Case, cases
from ragkit.evaluate.measures.stops import Decision, decisions, stop_scores
from ragkit.report.report import read_results
from ragkit.score import Score
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "stops.json"
SYSTEM = "single"


def stops_table(result: Mapping[str, Mapping[str, Any]]) -> str:
    """A row a kind of question, a column a measure; n counts the questions that it is taken of."""
    if not result:
        return "Not run yet.\n"
    body = []
    for kind, own in result.items():
        scored = [Score(**own[name]) for name in ("precision", "recall")]
        body.append([kind, str(own["decisions"]), *map(str, scored)])
    return markdown_table(["questions", "decisions", "precision", "recall"], body)


def summed(found: Sequence[Case]) -> dict[str, dict[str, Any]]:
    """The scores over all questions, and by kind; a kind without both scores is in all alone."""
    kinds: dict[str, list[list[Decision]]] = {"all": []}
    for case in found:
        if case.row.system == SYSTEM and case.trace is not None:
            of_one = list(decisions(case.trace, case.question))
            kinds["all"].append(of_one)
            kinds.setdefault(case.question.kind, []).append(of_one)
    result = {}
    for kind, every in kinds.items():
        measured = stop_scores(every)
        if all(one.n for one in measured.values()):
            scored = {name: asdict(one) for name, one in measured.items()}
            result[kind] = {"decisions": sum(map(len, every)), **scored}
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path, help="a folder of results, with its traces")
    parser.add_argument("--to", type=Path, default=FILE)
    chosen = parser.parse_args()
    _, rows = read_results(chosen.results)
    result = summed(cases(chosen.results, rows))
    chosen.to.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(stops_table(result))


if __name__ == "__main__":
    main()
