"""How well the verifier tells right from wrong, on labelled data of your own.

    python benchmarks/verifier.py --halueval FILE [--pairs 200] [--summedits FILE] [--summaries 120]

HaluEval QA (JSON Lines: knowledge, question, right_answer, hallucinated_answer): how often the right answer stands
above the hallucinated one, and the balanced accuracy at a threshold chosen on the other half; for the first pairs, and
for as many after them, which nobody had looked at when the judge's question was worded. SummEdits (JSON: doc, summary,
label): balanced accuracy, beside that of shared words. The verifier is what `nodes/verify.py` does: the judge's odds,
and 0 for what holds a number or name that its evidence has not; the odds alone stand beside it, and the odds set
against those without evidence, which the kit does not use. Nothing of the data is kept.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import product
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
NOTHING = "Nothing is known about this."
"""Stands where the evidence would: what a judge says then is what it thinks of the answer's form."""
Grades = list[float | None]


def halueval(judge: OddsJudge, rows: list[dict[str, str]]) -> dict[str, Any]:
    """The answers are phrases, so what is judged is what the answer critic asks: whether one answers the question."""
    graded = [_graded(judge, row) for row in tqdm(rows, desc="HaluEval")]
    right, wrong = zip(*(row["verifier"] for row in graded), strict=True)
    strange = {"right_answer": right.count(0.0), "hallucinated_answer": wrong.count(0.0)}
    return {"strange": strange, **{name: _pairs([row[name] for row in graded]) for name in graded[0]}}


def _graded(judge: OddsJudge, row: dict[str, str]) -> dict[str, Grades]:
    """The right answer's grade and the hallucinated one's, in each way."""
    answers = [row["right_answer"], row["hallucinated_answer"]]
    asked = [FITS.format(draft=answer) for answer in answers]
    odds, prior = (
        judge.verdicts(row["question"], [Passage("knowledge", text, source="knowledge")], asked).odds
        for text in (row["knowledge"], NOTHING)
    )
    lifts = [lift(*both) for both in zip(odds, prior, strict=True)]
    check = partial(anchored, evidence=row["knowledge"], question=row["question"])
    return {"verifier": list(map(check, odds, answers)), "odds": odds, "lift": list(map(check, lifts, answers))}


def lift(odds: float | None, prior: float | None) -> float | None:
    """What the evidence adds to a judge's odds, in (0, 1): 0.5 says nothing (contextual calibration, Zhao et al. 2021).

    >>> lift(0.8, 0.8), round(lift(0.5, 0.2), 2), lift(0.8, None)
    (0.5, 0.8, None)
    """
    if odds is None or prior is None:
        return None
    for_it, against_it = odds * (1 - prior), (1 - odds) * prior
    return for_it / (for_it + against_it) if for_it + against_it else 0.5


def anchored(odds: float | None, text: str, evidence: str, question: str = "") -> float | None:
    """The odds of a text, or 0 when it holds a number or name that stands nowhere in its evidence."""
    return 0.0 if odds is not None and missing(text, evidence, question) else odds


def _pairs(graded: list[Grades]) -> dict[str, Any]:
    """How often the right one stands above its wrong one; a tie is not above."""
    ranked = [None if right is None or wrong is None else float(right > wrong) for right, wrong in graded]
    found = calibrate([grade for pair in graded for grade in pair], [True, False] * len(graded))
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
        rows = [json.loads(line) for line in chosen.halueval.read_text(encoding="utf-8").splitlines()]
        for name, begin in (("halueval", 0), ("halueval_next", chosen.pairs)):
            if part := rows[begin : begin + chosen.pairs]:
                found[name] = halueval(judge, part)
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
    for part, name in product(("halueval", "halueval_next"), ("verifier", "odds", "lift")):
        if row := found.get(part, {}).get(name):
            values[f"{part}_{name}_ranked"] = row["ranked"]["mean"]
            values[f"{part}_{name}_balanced"] = row["at_threshold"]["tested"]
    for name, row in found.get("summedits", {}).items():
        values[f"summedits_{name}_balanced"] = row["tested"]
    return " ".join(f"{name}={value:.3f}" for name, value in values.items())


if __name__ == "__main__":
    main()
