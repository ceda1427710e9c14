"""Measure asking back: how often a clear question is asked back, and an unclear one answered.

    python -m benchmarks.asking_back corpora/algorithms corpora/almanac --part test

Each golden question, and each turn of the golden conversations written out, is searched for once,
and the node `ask_back` looks at what is found. Nothing is answered, so a question costs seconds.
Results go to benchmarks/results/asking_back.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from tqdm.auto import tqdm

from ragkit import Kit
from ragkit.evaluate.golden.conversations import load_conversations
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import Part, load_questions
from ragkit.graphs.advanced.ask_back import readings_of
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.report.cells import cell
from ragkit.score import Score, score
from ragkit.text.markdown_table import TIGHT, markdown_table

RESULTS = Path(__file__).parent / "results" / "asking_back.json"
UNCLEAR = ("ambiguous", "unclear")
"""The kinds of questions and turns that have two readings."""


class Asked(NamedTuple):
    """A question, its kind, and whether it was asked back."""

    kind: str
    question: str
    readings: list[str]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="+", type=Path, help="folders with golden questions")
    parser.add_argument("--part", choices=get_args(Part), default="fit")
    chosen = parser.parse_args()
    asked: list[Asked] = []
    for folder in chosen.corpora:
        asked += asked_of(folder, chosen.part)
    results = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    results[chosen.part] = [as_row(one) for one in asked]
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    print(asking_table(results))


def as_row(asked: Asked) -> dict[str, Any]:
    """What is kept of a question: its words only where it is unclear, or was asked back."""
    row = asked._asdict()
    if not asked.readings and asked.kind not in UNCLEAR:
        del row["question"]
    return row


def asked_of(folder: Path, part: Part) -> list[Asked]:
    """What is asked back of a folder's questions."""
    questions = list(questions_of(folder, part))
    kit = Kit.open(folder, memory=False)
    asked = []
    for kind, question in tqdm(questions, desc=folder.name):
        found = kit.evidence.hybrid(question, question)
        state = AdvancedState(question=question, passages=found.passages)
        readings, _ = readings_of(state, kit)
        asked.append(Asked(kind, question, readings))
    kit.close()
    return asked


def questions_of(folder: Path, part: Part) -> Iterator[tuple[str, str]]:
    """The kind and the words of each golden question and turn that asks something."""
    for question in of_part(load_questions(folder / "questions.jsonl"), part):
        yield question.kind, question.question
    for conversation in load_conversations(folder / "conversations.jsonl", part):
        for turn in conversation.turns:
            if turn.alone:
                yield turn.kind, turn.alone


def asking_table(results: dict[str, list[dict[str, Any]]]) -> str:
    """A Markdown table of both errors, by part."""
    rows = []
    for part, asked in results.items():
        unclear = [one for one in asked if one["kind"] in UNCLEAR]
        clear = [one for one in asked if one["kind"] not in UNCLEAR]
        back = share_asked(clear)
        missed = [1.0 - bool(one["readings"]) for one in unclear]
        rows.append([f"*{part}*", cell(back), cell(score(missed))])
    head = ["part", "clear questions asked back", "unclear questions not asked back"]
    return markdown_table(head, rows, TIGHT)


def share_asked(asked: list[dict[str, Any]]) -> Score:
    """The share of questions that were asked back."""
    return score([float(bool(one["readings"])) for one in asked])


if __name__ == "__main__":
    main()
