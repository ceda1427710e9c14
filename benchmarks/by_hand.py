"""How far the grades by reference agree with a reader's.

Sixty answers to questions of the first edition were read and graded one by one, with the question,
the reference and the documents at hand, and without sight of the grades or of the systems' names.
The reader was a large language model and not a person: another instance of the model that wrote the
keys. The grades are in `results/by_hand.jsonl`, a line each: question, system, answer, right, held,
why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.report.cells import cell
from ragkit.score import score
from ragkit.text.markdown_table import markdown_table

ROOT = Path(__file__).parent
FILE = ROOT / "results" / "by_hand.jsonl"
CORPUS = ROOT.parent / "corpora" / "algorithms"


def by_hand_table() -> str:
    """A row a group of kinds: how often the two grades are the same, and which is milder."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    graded = [json.loads(line) for line in lines]
    questions = {q.id: q for q in load_questions(CORPUS / "questions.jsonl", locked=True)}
    groups: dict[str, list[tuple[float, float]]] = {"correct": [], "withheld": []}
    for row in graded:
        question = questions[row["question"]]
        name = "withheld" if question.kind in WITHHELD else "correct"
        groups[name].append(both(question, row))
    body = []
    for name, pairs in groups.items():
        same = [float(ours == theirs) for ours, theirs in pairs]
        milder = sum(ours > theirs for ours, theirs in pairs)
        stricter = sum(ours < theirs for ours, theirs in pairs)
        body.append([name, cell(score(same)), f"{milder}", f"{stricter}"])
    head = ["grade", "the same as the reader's", "by reference better", "by reference worse"]
    return markdown_table(head, body)


def both(question: Question, row: dict[str, Any]) -> tuple[float, float]:
    """The grade by reference and the reader's, each in [0, 1]."""
    if question.kind in WITHHELD:
        return float(held_back(question, row["answer"])), float(row["held"])
    by_reference = correct(question, row["answer"]) or 0.0
    return round(by_reference, 2), round(float(row["right"]), 2)
