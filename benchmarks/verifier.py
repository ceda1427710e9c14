"""How well the verifier tells right from wrong, on labelled data of your own.

    python -m benchmarks.verifier --halueval FILE [--pairs 200] [--summedits FILE] [--summaries 120]

HaluEval QA (JSON Lines: knowledge, question, right_answer, hallucinated_answer), in `halueval.py`:
the first pairs, as many after them, and as many after those, which nobody had looked at when the
judge's question and the form of answers were chosen. SummEdits (JSON: doc, summary, label):
balanced accuracy at a threshold chosen on the other half, beside that of shared words. The verifier
is what the kit does: the odds of `judges/fit_judge.py` for answers, of the claim judge for
sentences, and 0 for what holds a number or name that its evidence has not. Nothing of the data is
kept.
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
"""As many pairs each, one part after the other."""


def summedits(judge: OddsJudge, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A summary is as good as its worst sentence."""
    supports = claims_by(judge, 0.5, 0.5).supports
    grades: dict[str, Grades] = {"verifier": [], "odds": [], "words": []}
    for row in tqdm(rows, desc="SummEdits"):
        evidence, said = [Passage("doc", row["doc"], source="document")], sentences(row["summary"])
        odds = supports("Is the summary right?", evidence, said).odds
        checked = [
            anchored(found, sentence, row["doc"])
            for found, sentence in zip(odds, said, strict=True)
        ]
        grades["verifier"].append(_worst(checked))
        grades["odds"].append(_worst(odds))
        grades["words"].append(_worst([overlap(sentence, row["doc"]) for sentence in said]))
    labels = [bool(row["label"]) for row in rows]
    return {name: asdict(calibrate(values, labels)) for name, values in grades.items()}


def _worst(grades: Sequence[float | None]) -> float | None:
    """The lowest grade; None where one is missing."""
    known = [grade for grade in grades if grade is not None]
    return min(known) if len(known) == len(grades) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--halueval", type=Path)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--summedits", type=Path)
    parser.add_argument("--summaries", type=int, default=120)
    chosen = parser.parse_args()
    judge, results = OddsJudge(chat(Settings(), "judge")), RESULTS / "verifier.json"
    found: dict[str, Any] = json.loads(results.read_text()) if results.is_file() else {}
    if chosen.halueval:
        rows = [
            json.loads(line) for line in chosen.halueval.read_text(encoding="utf-8").splitlines()
        ]
        for at, name in enumerate(PARTS):
            if part := rows[at * chosen.pairs : (at + 1) * chosen.pairs]:
                found[name] = halueval(judge, part)
        found.setdefault("asked", {})["halueval"] = [FITS, SENTENCE]
    if chosen.summedits:
        rows = json.loads(chosen.summedits.read_text(encoding="utf-8"))
        sample = random.Random(0).sample(rows, min(chosen.summaries, len(rows)))
        sample.sort(
            key=lambda row: str(row["doc"])
        )  # summaries of one document share the work of reading it
        found["summedits"] = summedits(judge, sample)
        found.setdefault("asked", {})["summedits"] = STATED
    results.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    print(last_line(found))


def last_line(found: dict[str, Any]) -> str:
    """The result in one line of name=value."""
    values = {}
    for part, name in product(PARTS, ("verifier", "plain", "odds", "short")):
        if row := found.get(part, {}).get(name):
            values[f"{part}_{name}_ranked"] = row["ranked"]["mean"]
            values[f"{part}_{name}_balanced"] = row["at_threshold"]["tested"]
    for name, row in found.get("summedits", {}).items():
        values[f"summedits_{name}_balanced"] = row["tested"]
    return " ".join(f"{name}={value:.3f}" for name, value in values.items())


if __name__ == "__main__":
    main()
