"""How often the model may trust its own memory, without evidence.

    python -m benchmarks.closed_book corpora/almanac [--most N]

This is what an early exit needs to know (tiered, phase I). Every golden question of the part called
fit that has keys is answered without evidence. The claims are checked against the question, and
scored by the closed-book critic. `results/closed_book.jsonl` has a row for each question, so a
stopped run goes on where it was; delete it after a change of the model or of a prompt.
`results/closed_book.json` has the curve of score against share right, and the score that
`choose_exit` chooses. It may be null, which is never.

`reliability` of `ragkit.widgets` draws the curve. Questions of a corpus that was written for this
kit are the hardest test of a memory, which cannot have read it; those of your own documents, or of
a public dataset, may end otherwise.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel

from benchmarks.question_rows import Row, rows_of
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.judging.early_exit import Recalled, choose_exit
from ragkit.evaluate.judging.reliability import curve
from ragkit.graphs.tiered.early_exit import from_memory, known, weakest
from ragkit.judges.claims import split
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.text.constraints import violations

RESULTS = Path(__file__).parent / "results"


def asked(file: Path, most: int | None = None) -> list[Question]:
    """The questions of the part called fit whose answers can be graded by keys."""
    questions = [q for q in load_questions(file) if q.part == "fit" and q.keys and q.answer]
    return questions[:most]


def recalled(llm: BaseChatModel, question: Question) -> Row:
    """A question answered from memory: what came, its score, and whether it is right."""
    answer = from_memory(llm, question.question)
    claims, _ = split(llm, answer, question.question)
    faults = violations(question.question, claims)
    score = None
    if not faults:
        score = weakest(known(llm, question.question, answer, claims).odds)
    return {
        "id": question.id,
        "kind": question.kind,
        "answer": answer,
        "violations": faults,
        "score": score,
        "right": correct(question, answer) == 1,
    }


def collect(llm: BaseChatModel, questions: Sequence[Question], file: Path) -> list[Row]:
    """The rows of these questions; those that the file lacks are made, and added to it."""
    return rows_of(questions, partial(recalled, llm), file, "from memory")


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """The curve of score against share right, the score to exit from, and the counts."""
    scored = [row for row in rows if row["score"] is not None]
    choice = asdict(choose_exit([Recalled(row["score"], row["right"]) for row in rows]))
    # A mean of none is NaN, which is no JSON.
    for name in ("right", "exits"):
        choice[name] = choice[name] if choice[name]["n"] else None
    bins = curve([row["score"] for row in scored], [row["right"] for row in scored])
    return {
        "n": len(rows),
        "right": sum(row["right"] for row in rows),
        "does not know": sum(not row["answer"] for row in rows),
        "violates": sum(bool(row["answer"] and row["violations"]) for row in rows),
        "curve": [asdict(one) for one in bins],
        "choice": choice,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--most", type=int, help="only the first so many questions")
    chosen = parser.parse_args()
    settings = Settings()
    questions = asked(chosen.corpus / "questions.jsonl", chosen.most)
    file = RESULTS / "closed_book.jsonl"
    result = {"model": settings.model_for("answer"), "corpus": chosen.corpus.name}
    result |= summary(collect(chat(settings, "answer"), questions, file))
    file.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
