"""Choose what each retry adds to the critics' thresholds.

    python -m benchmarks.retries corpora/algorithms

It is run after `calibrate.py`, with the thresholds that were chosen there. The half called fit is
answered with retries that add nothing, without web and memory. Each outcome is a line of
`results/retries.jsonl`, so that a run that was stopped can go on; delete the file to begin anew. A
draft that a higher threshold stops counts as a refusal, because the result of another retry is not
known.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.calibrate import RESULTS
from ragkit import Kit
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.calibration import best_thresholds
from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.judging.first_passes import collect, rows
from ragkit.settings import Settings

GRID = [round(0.01 * step, 2) for step in range(31)]
"""The raises that are tried: 0 to .30."""


def highest_raise(row: dict[str, Any], settings: Settings) -> float:
    """The highest raise at which this run would still give its answer.

    It is 1 when no retry was needed.
    """
    retries = row["route"].count("plan") - 1
    if not retries:
        return 1.0
    last_grade = row["grades"][-1]
    spare_evidence = last_grade["answerability"] - settings.answerable_from
    spare_draft = row["fit"] - settings.fit_from
    return min(spare_evidence, spare_draft) / retries


def best_raise(outcomes: Sequence[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """The raise that stops most of what should not be answered.

    Of equally good ones, it is the one that keeps most right answers, then the one that stops most
    wrong ones, then the middle one. First passes are the same at every raise and are left out.
    """
    late = [row for row in outcomes if row["route"].count("plan") > 1]
    out = [row for row in late if row["answer"] and not (row["refused"] or row["failed"])]
    right = np.array([bool(row["right"] or row["held"]) for row in out])
    outside = np.array([group(row["kind"]) != "answerable" for row in out])

    def counts(stays: np.ndarray) -> dict[str, int]:
        stopped = ~stays & outside & ~right
        wrong = stays & ~right & ~outside
        return {
            "stopped": int(stopped.sum()),
            "right": int((stays & right).sum()),
            "wrong": int(wrong.sum()),
        }

    def worth(reached: np.ndarray) -> float:
        count = counts(reached[:, 0])
        weighted = 100 * count["stopped"] + 10 * count["right"]
        return weighted - count["wrong"]

    cases = [(highest_raise(row, settings),) for row in out]
    (chosen,) = best_thresholds(cases, [GRID], worth)
    highest = np.array(cases)[:, 0]
    at = {f"{cut:.2f}": counts(highest >= cut) for cut in (0.0, 0.05, chosen)}
    bars = {"answerable_from": settings.answerable_from, "fit_from": settings.fit_from}
    return {
        "thresholds": bars,
        "retried": len(late),
        "answered": len(out),
        "to hold back": int(outside.sum()),
        "chosen": chosen,
        "at": at,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    chosen = parser.parse_args()
    everything = load_questions(chosen.corpus / "questions.jsonl")
    questions = of_part(everything, "fit")
    kit = Kit.open(chosen.corpus, quiet=True, memory=False, retry=True, retry_raises=0.0)
    file = RESULTS / "retries.jsonl"
    collect(kit, questions, file)
    result = best_raise(rows(file), Settings())
    text = json.dumps(result, indent=1)
    (RESULTS / "retries.json").write_text(f"{text}\n")
    print(text)


if __name__ == "__main__":
    main()
