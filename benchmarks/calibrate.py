"""Choose the critics' thresholds from answers that no critic could stop.

    python -m benchmarks.calibrate corpora/algorithms [--most N]

Every question of the part called fit is answered once. Each outcome is a line of
`results/calibration.jsonl`, so that a run that was stopped can go on. Delete the file after a
change of the model or of a judge's prompt. The web is off, because the documents alone are
measured. The thresholds are tested on the part called test (docs/checking.md).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.thresholds import CALIBRATED, thresholds
from ragkit import Kit, Trace, run
from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.parts import of_part, part_of
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.graphs import adaptive
from ragkit.settings import Settings

RESULTS = Path(__file__).parent / "results"
OPEN = {"answerable_from": 0.0, "risk_up_to": 1.0, "fit_from": 0.0}
"""Settings under which no critic stops anything."""


def outcome(question: Question, trace: Trace) -> dict[str, Any]:
    """The record of a run: enough to choose thresholds from, and to see why it ended as it did."""
    wrote: dict[str, Any] = {}
    for step in trace.steps:
        wrote.update(step.wrote)
    return {
        "id": question.id,
        "kind": question.kind,
        "part": part_of(question),
        "answer": trace.answer,
        "refused": trace.refused,
        "failed": trace.failed,
        "right": correct(question, trace.answer),
        "held": held_back(question, trace.answer),
        "route": trace.route,
        "rules": [(step.rule.when, step.rule.do) for step in trace.steps if step.rule],
        "grades": [asdict(grade) for grade in wrote.get("grades", [])],
        "claims": [asdict(claim) for claim in trace.claims],
        "rejected": wrote.get("rejected", []),
        "fit": wrote.get("fit"),
        "passages": [passage.id for passage in trace.passages],
        "notes": trace.notes,
        "seconds": trace.seconds,
        **asdict(trace.usage),
    }


def rows(file: Path) -> list[dict[str, Any]]:
    if not file.is_file():
        return []
    lines = file.read_text().splitlines()
    return [json.loads(line) for line in lines]


def collect(kit: Kit, questions: Sequence[Question], file: Path) -> None:
    """Run the questions that are not in the file yet."""
    done = {row["id"] for row in rows(file)}
    missing = [question for question in questions if question.id not in done]
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for question in tqdm(missing, desc="questions"):
            trace = run(adaptive(), question.question, kit)
            row = outcome(question, trace)
            out.write(json.dumps(row) + "\n")
            out.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument(
        "--most", type=int, help="only the first so many, in a random order that never changes"
    )
    chosen = parser.parse_args()
    everything = load_questions(chosen.corpus / "questions.jsonl")
    # The order is random, so that the first ones are of all kinds.
    shuffled = sorted(everything, key=_random_key)
    questions = of_part(shuffled, "fit")[: chosen.most]
    file = RESULTS / "calibration.jsonl"
    kit = Kit.open(chosen.corpus, quiet=True, memory=False, **OPEN)
    collect(kit, questions, file)
    ids = {question.id for question in questions}
    outcomes = [row for row in rows(file) if row["id"] in ids]
    found = thresholds(outcomes, Settings())
    shown = {"supported_above", "tier", "provider"}
    result = {
        "questions": len(questions),
        "settings": Settings().model_dump(mode="json", include=shown) | OPEN,
        "thresholds": found,
    }
    (RESULTS / "calibration.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    pairs = [f"{name}={found[name]['threshold']:.3f}" for name in CALIBRATED]
    print(" ".join(pairs))


def _random_key(question: Question) -> bytes:
    # The first byte may decide the part (`parts.half`), so the others give the order.
    return sha256(question.id.encode()).digest()[1:]


if __name__ == "__main__":
    main()
