"""What copied lines bring where the judge rejects the draft, at each threshold of the fit.

    python -m benchmarks.choosing corpora/algorithms

It calls no model. The drafts and the odds that they fit are those that the critics' thresholds were
chosen from (`results/calibration-taught.jsonl`, questions of the part called fit). The lines are
copied anew, from the same passages. Questions that the documents do not answer are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.candidates import candidates_table
from ragkit import Kit
from ragkit.evaluate.golden.carriers import golden
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.measures.measure import MEASURES
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import by_question
from ragkit.nodes.quote import best_lines
from ragkit.score import difference, score

RESULTS = Path(__file__).parent / "results"
DRAFTS = RESULTS / "calibration-taught.jsonl"
FILE = RESULTS / "choosing.json"
DRAFT, LINES = "hybrid", "extract"
ASKED = (DRAFT, "hybrid, choose", LINES, "crag", "adaptive", "tiered")
"""Systems whose answers to questions of *test* are compared."""
BARS = (0.2, 0.3, 0.4, 0.5, 0.52, 0.6, 0.7, 0.8)
"""Thresholds of the fit from which a draft is kept."""


@dataclass(frozen=True)
class Pair:
    """A draft and the copied lines of one question."""

    fit: float
    """The odds that the draft answers the question; 0 where they are not known."""
    draft: float
    """How far the draft is correct, 0 to 1."""
    lines: float
    """The same of the copied lines."""

    @property
    def best(self) -> float:
        """What an oracle gets."""
        return max(self.draft, self.lines)

    def chosen(self, bar: float) -> float:
        """What is got where a draft is kept from this fit on."""
        return self.draft if self.fit >= bar else self.lines


def pairs(kit: Kit, rows: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """The graded drafts of some outcomes, each with the lines of its evidence."""
    questions = golden(kit)
    passages = {passage.id: passage for passage in kit.corpus.passages}
    found = []
    for row in rows:
        question = questions[row["id"]]
        if row["right"] is None:
            continue
        evidence = [passages[id] for id in row["passages"]]
        lines = best_lines(question.question, evidence, kit.retriever.sparse.rarity)
        found.append(Pair(row["fit"] or 0.0, row["right"], correct(question, lines) or 0.0))
    return found


def summed(found: Sequence[Pair]) -> dict[str, Any]:
    """How often each choice is correct, the paired gain over the drafts, and what is kept of the
    oracle's gain.
    """
    choices: dict[str, Callable[[Pair], float]] = {"the draft": lambda pair: pair.draft}
    for bar in BARS:
        choices[f"lines where the fit is below {bar:.2f}"] = partial(Pair.chosen, bar=bar)
    choices["copied lines"] = lambda pair: pair.lines
    choices["the oracle"] = lambda pair: pair.best
    drafts = [pair.draft for pair in found]
    most = sum(pair.best - pair.draft for pair in found)
    result = {}
    for name, chosen in choices.items():
        right = [chosen(pair) for pair in found]
        gain = sum(right) - sum(drafts)
        result[name] = {
            "correct": asdict(score(right)),
            "gain": asdict(difference(right, drafts)),
            "kept": gain / most if most else None,
        }
    return result


def on_test(rows: Sequence[Row]) -> dict[str, Any]:
    """The same of answers to questions of *test*, by the rows of the ablation.

    The oracles take the best of some systems' answers to a question.
    """
    measured = next(measure for measure in MEASURES if measure.name == "correct")
    right = {}
    for system in {row.system for row in rows}:
        own = [row for row in rows if row.system == system]
        right[system] = by_question(measured, own)
    drafts = right[DRAFT]
    asked = list(drafts)
    oracles = {
        "the oracle, of the draft and the lines": (DRAFT, LINES),
        "the oracle, with three passages too": (DRAFT, LINES, "hybrid, three passages", "naive"),
    }
    got = {name: [right[name][id] or 0.0 for id in asked] for name in ASKED}
    for name, systems in oracles.items():
        got[name] = [max(right[system][id] or 0.0 for system in systems) for id in asked]
    before = got[DRAFT]
    most = sum(got["the oracle, of the draft and the lines"]) - sum(before)
    rules = {}
    for name, now in got.items():
        gain = difference(now, before)
        kept = (sum(now) - sum(before)) / most
        rules[name] = {"correct": asdict(score(now)), "gain": asdict(gain), "kept": kept}
    return {"n": len(asked), "rules": rules}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    chosen = parser.parse_args()
    rows = [json.loads(line) for line in DRAFTS.read_text(encoding="utf-8").splitlines()]
    kit = Kit.open(chosen.corpus, memory=False, quiet=True)
    found = pairs(kit, rows)
    kit.close()
    result = {"n": len(found), "rules": summed(found)}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(candidates_table(result))


if __name__ == "__main__":
    main()
