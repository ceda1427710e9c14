"""Does remembering failures help? Questions that fail, asked again in other words, with a control.

    python -m benchmarks.memory corpora/algorithms [--questions 4]

With memory and without it, in turn: first the question, then its paraphrase, then an unrelated
question that the documents answer. What memory saves is the second run's calls and seconds; what it
could harm is the third. The web is off, nothing comes from disk, and every run begins on a fresh
server: what an earlier run left in its prefix cache would serve the next. Paraphrases are in this
file: people's other words, not a model's.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

from tqdm.auto import tqdm

from ragkit import Kit, run
from ragkit.evaluate.golden.questions import load_questions
from ragkit.graphs import adaptive
from ragkit.model.embedded import stop
from ragkit.model.llm import say

RESULTS = Path(__file__).parent / "results"
PARAPHRASES = {
    "ood-mongolia": "Which city is the capital of Mongolia?",
    "ood-tomatoes": "How often should tomato plants on a balcony be watered in July?",
    "ood-guitar": "What is the standard tuning of a guitar's six strings?",
    "near-wayfinder-licence": "What licence is Wayfinder distributed under?",
}
CONTROLS = [
    "bellman-ford-running-time",
    "ida-star-author",
    "floyd-warshall-loop-order",
    "dijkstra-negative-edges",
]
ASKED = ("first", "paraphrase", "control")


def measure(
    corpus: Path, questions: dict[str, str], how_many: int, remember: bool
) -> list[dict[str, Any]]:
    """One row a run: what was asked, whether a memory matched, how it ended, what it cost."""
    found = []
    with tempfile.TemporaryDirectory() as memories:
        kit = Kit.open(corpus, quiet=True, reuse_replies=False, memory=remember, memories=memories)
        plan = list(zip(PARAPHRASES.items(), CONTROLS, strict=True))[:how_many]
        for (failing, paraphrase), control in tqdm(
            plan, desc="with memory" if remember else "without"
        ):
            for what, text in zip(
                ASKED, (questions[failing], paraphrase, questions[control]), strict=True
            ):
                stop()
                say(kit.llm, "Say yes.")  # starts the server anew, so that no run is charged for it
                trace = run(adaptive(), text, kit)
                matched = len(trace.steps[0].wrote["memories"])
                found.append(
                    {
                        "asked": what,
                        "id": failing,
                        "matched": matched,
                        "route": trace.route,
                        "refused": trace.refused,
                        "calls": trace.usage.calls,
                        "evaluated": trace.usage.evaluated,
                        "seconds": trace.seconds,
                    }
                )
        kit.close()
    return found


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Means by what was asked."""
    return {
        what: {
            key: mean(float(row[key]) for row in rows if row["asked"] == what)
            for key in ("matched", "refused", "calls", "evaluated", "seconds")
        }
        for what in ASKED
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=int, default=len(CONTROLS))
    chosen = parser.parse_args()
    questions = {q.id: q.question for q in load_questions(chosen.corpus / "questions.jsonl")}
    ran = {
        name: measure(chosen.corpus, questions, chosen.questions, on)
        for name, on in (("with", True), ("without", False))
    }
    result = {name: summary(rows) for name, rows in ran.items()} | {
        "n": chosen.questions,
        "runs": ran,
    }
    (RESULTS / "memory.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps({name: result[name] for name in ran}, indent=1))
    saved = {
        what: 1 - result["with"][what]["seconds"] / result["without"][what]["seconds"]
        for what in ASKED
    }
    print(" ".join(f"{what}_seconds_saved={share:.3f}" for what, share in saved.items()))


if __name__ == "__main__":
    main()
