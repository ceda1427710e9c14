"""Measure whether it helps to remember failures: failing questions are asked again in other words.

    python -m benchmarks.memory corpora/algorithms [--questions 4]

Each time, with and without memory, a failing question is asked, then its paraphrase, then an
unrelated question that the documents answer. Memory should save calls and seconds of the second
run, and must not harm the third. The web is off and no reply comes from disk. Every run has a new
server, so that it cannot use the prefix cache of an earlier one. The paraphrases in this file were
written by people, not by a model.
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
from ragkit.text.markdown_table import TIGHT, markdown_table

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
MEANS = ("matched", "refused", "calls", "evaluated", "seconds")
"""The measures of which the summary has means."""


def measure(
    corpus: Path, questions: dict[str, str], how_many: int, remember: bool
) -> list[dict[str, Any]]:
    """One row for each run: the question, the matched memories, how the run ended and its cost."""
    rows = []
    plan = list(zip(PARAPHRASES.items(), CONTROLS, strict=True))[:how_many]
    with tempfile.TemporaryDirectory() as memories:
        # A remembered failure saves the second tries, so there have to be some.
        kit = Kit.open(
            corpus,
            quiet=True,
            reuse_replies=False,
            memory=remember,
            memories=memories,
            retry=True,
        )
        progress = tqdm(plan, desc="with memory" if remember else "without")
        for (failing, paraphrase), control in progress:
            texts = (questions[failing], paraphrase, questions[control])
            for asked, text in zip(ASKED, texts, strict=True):
                rows.append({"asked": asked, "id": failing} | _run(kit, text))
        kit.close()
    return rows


def _run(kit: Kit, question: str) -> dict[str, Any]:
    stop()
    # This starts the server again, so that its start is not counted in a run.
    say(kit.llm, "Say yes.")
    trace = run(adaptive(), question, kit)
    return {
        "matched": len(trace.steps[0].wrote["memories"]),
        "route": trace.route,
        "refused": trace.refused,
        "calls": trace.usage.calls,
        "evaluated": trace.usage.evaluated,
        "seconds": trace.seconds,
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Means of the first questions, the paraphrases and the controls."""
    means = {}
    for asked in ASKED:
        own = [row for row in rows if row["asked"] == asked]
        means[asked] = {key: mean(float(row[key]) for row in own) for key in MEANS}
    return means


def remembered_table(result: dict[str, Any]) -> str:
    """A Markdown table of what a remembered failure changes, by what was asked.

    `result` is `results/memory.json`; without it there are no rows.
    """
    rows = []
    for asked in ASKED if result else ():
        for memory in ("with", "without"):
            row = result[memory][asked]
            refused = row["refused"] * result["n"]
            rows.append(
                [
                    asked,
                    memory,
                    f"{row['matched']:.2f}",
                    f"{refused:.0f} of {result['n']}",
                    f"{row['calls']:.1f}",
                    f"{row['seconds']:.0f}",
                ]
            )
    head = ["asked", "memory", "matched", "refused", "model calls", "seconds"]
    return markdown_table(head, rows, TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=int, default=len(CONTROLS))
    chosen = parser.parse_args()
    golden = load_questions(chosen.corpus / "questions.jsonl")
    questions = {question.id: question.question for question in golden}
    runs = {}
    for name, remember in (("with", True), ("without", False)):
        runs[name] = measure(chosen.corpus, questions, chosen.questions, remember)
    summaries = {name: summary(rows) for name, rows in runs.items()}
    result = {**summaries, "n": chosen.questions, "runs": runs}
    (RESULTS / "memory.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(summaries, indent=1))
    pairs = []
    for asked in ASKED:
        seconds_with = summaries["with"][asked]["seconds"]
        seconds_without = summaries["without"][asked]["seconds"]
        saved = 1 - seconds_with / seconds_without
        pairs.append(f"{asked}_seconds_saved={saved:.3f}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
