"""Choose what each retry adds to the critics' bars: the half called fit, answered with retries that
add nothing.

    python -m benchmarks.retries corpora/algorithms

After `calibrate.py`, with its thresholds in force; the web is off and nothing is remembered. Each
outcome is a line of `results/retries.jsonl`, so that a run that was stopped goes on where it was;
delete the file to begin anew. A draft that a higher bar stops counts as a refusal: what a further
try would have brought is not known.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.calibrate import RESULTS, collect, rows
from benchmarks.thresholds import group, half
from ragkit import Kit
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.calibration import best_thresholds
from ragkit.settings import Settings

GRID = [round(0.01 * step, 2) for step in range(31)]
"""What is tried: 0 to .30."""


def highest_raise(row: dict[str, Any], settings: Settings) -> float:
    """What a retry may add, at most, for the answer of this run to go out; at any raise when no
    retry was needed."""
    retries = row["route"].count("plan") - 1
    spare = min(
        row["grades"][-1]["answerability"] - settings.answerable_from,
        row["fit"] - settings.fit_from,
    )
    return spare / retries if retries else 1.0


def best_raise(outcomes: Sequence[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """The raise that stops most of what should not go out, then keeps most right answers, then
    stops most wrong ones.

    Of equally good raises the middle one. Which first passes went out is the same at every raise.
    """
    late = [row for row in outcomes if row["route"].count("plan") > 1]
    out = [row for row in late if row["answer"] and not (row["refused"] or row["failed"])]
    right = np.array([bool(row["right"] or row["held"]) for row in out])
    outside = np.array([group(row["kind"]) != "answerable" for row in out])

    def counts(stays: np.ndarray) -> dict[str, int]:
        return {
            "stopped": int((~stays & outside & ~right).sum()),
            "right": int((stays & right).sum()),
            "wrong": int((stays & ~right & ~outside).sum()),
        }

    def worth(reached: np.ndarray) -> float:
        found = counts(reached[:, 0])
        return 100 * found["stopped"] + 10 * found["right"] - found["wrong"]

    highest = [(highest_raise(row, settings),) for row in out]
    (chosen,) = best_thresholds(highest, GRID, worth)
    at = {f"{cut:.2f}": counts(np.array(highest)[:, 0] >= cut) for cut in (0.0, 0.05, chosen)}
    return {
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
    questions = [
        q for q in load_questions(chosen.corpus / "questions.jsonl") if half(q.id) == "fit"
    ]
    kit = Kit.open(chosen.corpus, quiet=True, memory=False, retry_raises=0.0)
    collect(kit, questions, RESULTS / "retries.jsonl")
    found = best_raise(rows(RESULTS / "retries.jsonl"), Settings())
    (RESULTS / "retries.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
