"""How well the verifier tells right from wrong, on labelled data of your own.

    python benchmarks/verifier.py --halueval FILE [--pairs 200] [--summedits FILE] [--summaries 120]

HaluEval QA (JSON Lines: knowledge, question, right_answer, hallucinated_answer): how often the right answer stands
above the hallucinated one, and the balanced accuracy at a threshold chosen on the other half. SummEdits (JSON: doc,
summary, label): balanced accuracy, beside that of shared words. The verifier is what `nodes/verify.py` does: the
judge's odds, and 0 for what holds a number or name that its evidence has not; the odds alone stand beside it. Nothing
of the data is kept.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from ragkit.anchors import missing
from ragkit.chat import chat
from ragkit.claims import sentences
from ragkit.evaluate.calibration import calibrate
from ragkit.evaluate.score import score
from ragkit.judges import OddsJudge, claims_by
from ragkit.judges.claim_judge import FITS, STATED
from ragkit.judges.lexical import overlap
from ragkit.settings import Settings
from ragkit.state import Passage

RESULTS = Path(__file__).parent / "results"
Grades = list[float | None]


def halueval(judge: OddsJudge, rows: list[dict[str, str]]) -> dict[str, Any]:
    """The answers are phrases, so what is judged is what the answer critic asks: whether one answers the question."""
    odds: dict[str, Grades] = {"right_answer": [], "hallucinated_answer": []}
    checked: dict[str, Grades] = {"right_answer": [], "hallucinated_answer": []}
    for row in tqdm(rows, desc="HaluEval"):
        evidence = [Passage("knowledge", row["knowledge"], source="knowledge")]
        asked = [FITS.format(draft=row[which]) for which in odds]
        for which, found in zip(odds, judge.verdicts(row["question"], evidence, asked).odds, strict=True):
            odds[which].append(found)
            checked[which].append(anchored(found, row[which], row["knowledge"], row["question"]))
    strange = {which: grades.count(0.0) for which, grades in checked.items()}
    return {"verifier": _pairs(*checked.values()), "odds": _pairs(*odds.values()), "strange": strange}


def anchored(odds: float | None, text: str, evidence: str, question: str = "") -> float | None:
    """The odds of a text, or 0 when it holds a number or name that stands nowhere in its evidence."""
    return 0.0 if odds is not None and missing(text, evidence, question) else odds


def _pairs(right: Grades, wrong: Grades) -> dict[str, Any]:
    """How often the right one stands above its wrong one; a tie is not above."""
    ranked = [None if a is None or b is None else float(a > b) for a, b in zip(right, wrong, strict=True)]
    found = calibrate([*right, *wrong], [True] * len(right) + [False] * len(wrong))
    return {"ranked": asdict(score(ranked)), "at_threshold": asdict(found)}


def summedits(judge: OddsJudge, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A summary is as good as its worst sentence."""
    supports = claims_by(judge, 0.5, 0.5).supports
    grades: dict[str, Grades] = {"verifier": [], "odds": [], "words": []}
    for row in tqdm(rows, desc="SummEdits"):
        evidence, said = [Passage("doc", row["doc"], source="document")], sentences(row["summary"])
        odds = supports("Is the summary right?", evidence, said).odds
        checked = [anchored(found, sentence, row["doc"]) for found, sentence in zip(odds, said, strict=True)]
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
        lines = chosen.halueval.read_text(encoding="utf-8").splitlines()[: chosen.pairs]
        found["halueval"] = halueval(judge, [json.loads(line) for line in lines])
        found.setdefault("asked", {})["halueval"] = FITS
    if chosen.summedits:
        rows = json.loads(chosen.summedits.read_text(encoding="utf-8"))
        sample = random.Random(0).sample(rows, min(chosen.summaries, len(rows)))
        sample.sort(key=lambda row: str(row["doc"]))  # summaries of one document share the work of reading it
        found["summedits"] = summedits(judge, sample)
        found.setdefault("asked", {})["summedits"] = STATED
    results.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    print(last_line(found))


def last_line(found: dict[str, Any]) -> str:
    """The result in one line of name=value."""
    values = {}
    for name in ("verifier", "odds") if "halueval" in found else ():
        row = found["halueval"][name]
        values[f"halueval_{name}_ranked"] = row["ranked"]["mean"]
        values[f"halueval_{name}_balanced"] = row["at_threshold"]["tested"]
    for name, row in found.get("summedits", {}).items():
        values[f"summedits_{name}_balanced"] = row["tested"]
    return " ".join(f"{name}={value:.3f}" for name, value in values.items())


if __name__ == "__main__":
    main()
