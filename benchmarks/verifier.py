"""How well the verifier tells right from wrong, on labelled data of your own.

    python benchmarks/verifier.py --halueval FILE [--pairs 200] [--summedits FILE] [--summaries 120]

HaluEval QA (JSON Lines: knowledge, question, right_answer, hallucinated_answer): how often the right answer gets higher
odds than the hallucinated one, and the balanced accuracy at a threshold chosen on the other half. SummEdits (JSON:
doc, summary, label): balanced accuracy of the claim judge, beside that of shared words. Nothing of the data is kept.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from ragkit.chat import chat
from ragkit.claims import sentences
from ragkit.evaluate.calibration import Calibration, calibrate
from ragkit.evaluate.score import score
from ragkit.judges import OddsJudge, claims_by
from ragkit.judges.lexical import overlap
from ragkit.nodes.answer_critic import FITS
from ragkit.settings import Settings
from ragkit.state import Passage

RESULTS = Path(__file__).parent / "results"


def halueval(judge: OddsJudge, rows: list[dict[str, str]]) -> dict[str, Any]:
    """The answers are phrases, so what is judged is what the answer critic asks: whether one answers the question."""
    odds: dict[str, list[float | None]] = {"right_answer": [], "hallucinated_answer": []}
    for row in tqdm(rows, desc="HaluEval"):
        evidence = [Passage("knowledge", row["knowledge"], source="knowledge")]
        asked = [FITS.format(draft=row[which]) for which in odds]
        for which, found in zip(odds, judge.verdicts(row["question"], evidence, asked).odds, strict=True):
            odds[which].append(found)
    right, wrong = odds.values()
    ranked = [None if a is None or b is None else float(a > b) for a, b in zip(right, wrong, strict=True)]
    found = calibrate([*right, *wrong], [True] * len(right) + [False] * len(wrong))
    return {"ranked": asdict(score(ranked)), "at_threshold": asdict(found)}


def summedits(judge: OddsJudge, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A summary is as good as its worst sentence."""
    supports = claims_by(judge, 0.5, 0.5).supports
    odds: list[float | None] = []
    shared: list[float | None] = []
    for row in tqdm(rows, desc="SummEdits"):
        evidence, said = [Passage("doc", row["doc"], source="document")], sentences(row["summary"])
        graded = supports("Is the summary right?", evidence, said).odds
        odds.append(None if None in graded else min(o for o in graded if o is not None))
        shared.append(min(overlap(sentence, row["doc"]) for sentence in said))
    labels = [bool(row["label"]) for row in rows]
    return {
        name: asdict(_report(name, calibrate(values, labels))) for name, values in (("odds", odds), ("words", shared))
    }


def _report(name: str, found: Calibration) -> Calibration:
    print(f"{name}: {found}")
    return found


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
    if chosen.summedits:
        rows = json.loads(chosen.summedits.read_text(encoding="utf-8"))
        sample = random.Random(0).sample(rows, min(chosen.summaries, len(rows)))
        sample.sort(key=lambda row: str(row["doc"]))  # summaries of one document share the work of reading it
        found["summedits"] = summedits(judge, sample)
    results.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    print(last_line(found))


def last_line(found: dict[str, Any]) -> str:
    """The result in one line of name=value."""
    values = {}
    if "halueval" in found:
        at = found["halueval"]["at_threshold"]
        values |= {"halueval_ranked": found["halueval"]["ranked"]["mean"], "halueval_balanced": at["tested"]}
    for name, row in found.get("summedits", {}).items():
        values[f"summedits_{name}_balanced"] = row["tested"]
    return " ".join(f"{name}={value:.3f}" for name, value in values.items())


if __name__ == "__main__":
    main()
