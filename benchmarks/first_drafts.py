"""Count what became of the first drafts of an experiment: correct or not, given or not.

    python -m benchmarks.first_drafts build/results/teams

It reads the traces, so run it on the folder that has them. Where a system has fewer correct answers
than another one, the table says whether its drafts are worse or its critics are stricter.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ragkit.evaluate.failures.cases import Case, cases
from ragkit.evaluate.golden.correct import correct
from ragkit.report.report import read_results
from ragkit.score import Score, score
from ragkit.state import REFUSAL
from ragkit.text.markdown_table import markdown_table

FILE = Path(__file__).parent / "results" / "first_drafts.json"
HALF = 0.5
"""From here a draft counts as correct; one with half of what was asked for does."""


def first_drafts_table(result: Mapping[str, Mapping[str, Any]]) -> str:
    """A row a system that drafts and checks, a column a measure."""
    if not result:
        return "Not run yet.\n"
    body = []
    for system, own in result.items():
        body.append([system, *(str(Score(**one)) for one in own.values())])
    return markdown_table(["system", *next(iter(result.values()))], body)


def summed(found: Sequence[Case]) -> dict[str, dict[str, Any]]:
    """By system: how often the first draft is correct, and is given if it is, and if it is not."""
    drafted: dict[str, list[tuple[bool, bool]]] = {}
    for case in found:
        drafts = drafts_of(case)
        if case.question.answer and drafts:
            given = len(drafts) == 1 and not case.row.refused
            is_correct = (correct(case.question, drafts[0]) or 0) >= HALF
            drafted.setdefault(case.row.system, []).append((is_correct, given))
    result = {}
    for system, every in drafted.items():
        right = [given for is_correct, given in every if is_correct]
        wrong = [given for is_correct, given in every if not is_correct]
        measures = {
            "first draft correct": score([is_correct for is_correct, _ in every]),
            "correct ones given": score(right),
            "wrong ones given": score(wrong),
        }
        result[system] = {name: asdict(one) for name, one in measures.items()}
    return result


def drafts_of(case: Case) -> list[str]:
    """The drafts of a run, each once, in their order; none of a system that does not draft."""
    steps = case.trace.steps if case.trace else []
    drafts = [step.wrote.get("draft") for step in steps]
    return list(dict.fromkeys(draft for draft in drafts if draft and draft != REFUSAL))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path, help="a folder of results, with its traces")
    parser.add_argument("--to", type=Path, default=FILE)
    chosen = parser.parse_args()
    _, rows = read_results(chosen.results)
    result = summed(cases(chosen.results, rows))
    chosen.to.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(first_drafts_table(result))


if __name__ == "__main__":
    main()
