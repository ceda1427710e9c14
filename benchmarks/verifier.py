"""Measure how well the verifier tells right from wrong, on labelled data of your own.

    python -m benchmarks.verifier --halueval FILE [--pairs 200] [--summedits FILE] [--summaries 120]

HaluEval QA (JSON Lines: knowledge, question, right_answer, hallucinated_answer), in `halueval.py`:
three parts of equally many pairs. The last part had not been looked at when the judge's prompt and
the form of answers were chosen.

SummEdits (JSON: doc, summary, label): balanced accuracy at a threshold chosen on the other half,
compared with that of shared words.

The verifier does what the kit does: it takes the odds of `judges/fit_judge.py` for answers and of
the claim judge for sentences. A text with a number or name that is not in its evidence gets 0.
Nothing of the data is kept.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.halueval import Grades, anchored, halueval
from ragkit.evaluate.judging.calibration import calibrate
from ragkit.judges import OddsJudge, claims_by
from ragkit.judges.claim_judge import STATED
from ragkit.judges.fit_judge import FITS, SENTENCE
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.text.overlap import overlap
from ragkit.text.sentences import sentences

RESULTS = Path(__file__).parent / "results"
PARTS = ("halueval", "halueval_next", "halueval_fresh")
"""The parts of the data, one after the other, each with the same number of pairs."""


def summedits(judge: OddsJudge, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Calibration of each way of grading; a summary is as good as its worst sentence."""
    claim_judge = claims_by(judge, 0.5, 0.5)
    grades: dict[str, Grades] = {"verifier": [], "odds": [], "words": []}
    for row in tqdm(rows, desc="SummEdits"):
        document = row["doc"]
        evidence = [Passage("doc", document, source="document")]
        claims = sentences(row["summary"])
        odds = claim_judge.supports("Is the summary right?", evidence, claims).odds
        pairs = zip(odds, claims, strict=True)
        checked = [anchored(one, claim, document) for one, claim in pairs]
        shared = [overlap(claim, document) for claim in claims]
        grades["verifier"].append(_worst(checked))
        grades["odds"].append(_worst(odds))
        grades["words"].append(_worst(shared))
    labels = [bool(row["label"]) for row in rows]
    return {name: asdict(calibrate(values, labels)) for name, values in grades.items()}


def _worst(grades: Sequence[float | None]) -> float | None:
    """The lowest grade; None where one is missing."""
    known = [grade for grade in grades if grade is not None]
    if len(known) < len(grades):
        return None
    return min(known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--halueval", type=Path)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--summedits", type=Path)
    parser.add_argument("--summaries", type=int, default=120)
    chosen = parser.parse_args()
    judge = OddsJudge(chat(Settings(), "judge"))
    file = RESULTS / "verifier.json"
    results: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {}
    if chosen.halueval:
        lines = chosen.halueval.read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        for name in PARTS:
            part, rows = rows[: chosen.pairs], rows[chosen.pairs :]
            if part:
                results[name] = halueval(judge, part)
        results.setdefault("asked", {})["halueval"] = [FITS, SENTENCE]
    if chosen.summedits:
        rows = json.loads(chosen.summedits.read_text(encoding="utf-8"))
        sample = random.Random(0).sample(rows, min(chosen.summaries, len(rows)))
        # The server reads a document once for all its summaries that follow each other.
        sample.sort(key=lambda row: str(row["doc"]))
        results["summedits"] = summedits(judge, sample)
        results.setdefault("asked", {})["summedits"] = STATED
    text = json.dumps(results, indent=1)
    file.write_text(f"{text}\n")
    print(text)
    print(last_line(results))


def last_line(found: dict[str, Any]) -> str:
    """The results in one line of name=value."""
    values = {}
    for part, way in product(PARTS, ("verifier", "plain", "odds", "short")):
        measures = found.get(part, {}).get(way)
        if measures:
            values[f"{part}_{way}_ranked"] = measures["ranked"]["mean"]
            values[f"{part}_{way}_balanced"] = measures["at_threshold"]["tested"]
    for way, measures in found.get("summedits", {}).items():
        values[f"summedits_{way}_balanced"] = measures["tested"]
    pairs = [f"{name}={value:.3f}" for name, value in values.items()]
    return " ".join(pairs)


if __name__ == "__main__":
    main()
