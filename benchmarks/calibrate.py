"""Choose the critics' thresholds: every question of the half called fit, answered once with no
critic in force.

    python -m benchmarks.calibrate corpora/algorithms [--most N]

Each question's outcome is a line of `results/calibration.jsonl`, so that a run that was stopped
goes on where it was; delete the file to begin anew, as after a change of the model or of a question
that is put to it. The web is off: what is measured is what the documents hold. What the thresholds
are worth is for the other half to say (docs/critics.md).
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

from benchmarks.thresholds import CALIBRATED, half, thresholds
from ragkit import Kit, Trace, run
from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.graphs import adaptive
from ragkit.settings import Settings

RESULTS = Path(__file__).parent / "results"
OPEN = {"answerable_from": 0.0, "risk_up_to": 1.0, "fit_from": 0.0}
"""Settings under which no critic stops anything."""


def outcome(question: Question, trace: Trace) -> dict[str, Any]:
    """What is kept of a run: enough to choose thresholds by, and to see why it went as it did."""
    wrote = {key: value for step in trace.steps for key, value in step.wrote.items()}
    return {
        "id": question.id,
        "kind": question.kind,
        "half": half(question.id),
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
    return [json.loads(line) for line in file.read_text().splitlines()] if file.is_file() else []


def collect(kit: Kit, questions: Sequence[Question], file: Path) -> None:
    """Run what the file does not hold yet."""
    done = {row["id"] for row in rows(file)}
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for question in tqdm([q for q in questions if q.id not in done], desc="questions"):
            out.write(json.dumps(outcome(question, run(adaptive(), question.question, kit))) + "\n")
            out.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument(
        "--most", type=int, help="only the first so many, in a random order that never changes"
    )
    chosen = parser.parse_args()
    everything = load_questions(chosen.corpus / "questions.jsonl")
    shuffled = sorted(
        everything, key=lambda question: sha256(question.id.encode()).digest()[1:]
    )  # of all kinds
    questions = [question for question in shuffled if half(question.id) == "fit"][: chosen.most]
    kit = Kit.open(chosen.corpus, quiet=True, memory=False, **OPEN)
    collect(kit, questions, RESULTS / "calibration.jsonl")
    asked = {question.id for question in questions}
    found = thresholds(
        [row for row in rows(RESULTS / "calibration.jsonl") if row["id"] in asked], Settings()
    )
    told = {"supported_above", "tier", "provider"}
    result = {
        "questions": len(questions),
        "settings": Settings().model_dump(mode="json", include=told) | OPEN,
    }
    (RESULTS / "calibration.json").write_text(
        json.dumps(result | {"thresholds": found}, indent=1) + "\n"
    )
    print(json.dumps(found, indent=1))
    print(" ".join(f"{name}={found[name]['threshold']:.3f}" for name in CALIBRATED))


if __name__ == "__main__":
    main()
