"""Grade the answers of committed results anew, by the golden questions as they are today.

    python -m benchmarks.regrade benchmarks/results/first_edition [QUESTIONS.jsonl]

No model runs: the answers are those of the rows, and only `right` and `held` are written anew. Do
this after a key of a golden question was changed. The grades that the first edition of the
questions gave to the same answers are in `first_edition.jsonl` of the folder. `regraded_table`
shows both side by side, because a better score by better keys is no better system.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.measures.rows import Results, Row
from ragkit.evaluate.measures.summary import scores
from ragkit.report.cells import cell
from ragkit.text.markdown_table import markdown_table

CORPUS = Path(__file__).parent.parent / "corpora" / "algorithms"
FIRST = "first_edition.jsonl"
"""The grades of the first edition: question, system, right and held, a line each."""
MEASURES = ("correct", "withheld")


def regraded(rows: Sequence[Row], questions: Sequence[Question]) -> list[Row]:
    """The rows with their answers graded by today's questions.

    Rows of other questions, and of runs that failed, stay as they are.
    """
    by_id = {question.id: question for question in questions}
    found = []
    for row in rows:
        question = by_id.get(row.question)
        if question is not None and not row.failed:
            holds_back = question.kind in WITHHELD
            held = held_back(question, row.answer) if holds_back else None
            row = replace(row, right=correct(question, row.answer), held=held)
        found.append(row)
    return found


def first_grades(rows: Sequence[Row], file: Path) -> list[Row]:
    """The rows that the first edition graded too, with its grades."""
    grades = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        grade = json.loads(line)
        grades[grade["question"], grade["system"]] = grade
    found = []
    for row in rows:
        grade = grades.get((row.question, row.system))
        if grade is not None:
            found.append(replace(row, right=grade["right"], held=grade["held"]))
    return found


def regraded_table(folder: Path) -> str:
    """A row a system: what the first edition of the questions said of its answers, and what today's
    says, on all questions that both asked in the same words, and on those of them in *test*."""
    rows = Results(folder).rows()
    first = first_grades(rows, folder / FIRST)
    both = {(row.question, row.system) for row in first}
    second = [row for row in rows if (row.question, row.system) in both]
    test = {q.id for q in of_part(load_questions(folder / "questions.jsonl"), "test")}
    body = []
    for system in scores(second):
        cells: list[str | None] = [system]
        for name in MEASURES:
            for ids in (None, test):
                cells += [_mean(rows, system, name, ids) for rows in (first, second)]
        body.append(cells)
    head = ["system"]
    for name in MEASURES:
        head += [f"{name}: first", "second", "on test: first", "second"]
    return markdown_table(head, body)


def _mean(rows: Sequence[Row], system: str, name: str, ids: Collection[str] | None) -> str:
    own = [row for row in rows if row.system == system and (ids is None or row.question in ids)]
    found = scores(own)[system]
    return cell(found[name], name) if name in found else ""


def main() -> None:
    results = Results(Path(sys.argv[1]))
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else CORPUS / "questions.jsonl"
    questions = load_questions(file, locked=True)
    rows = results.rows()
    now = regraded(rows, questions)
    changed = sum(before != after for before, after in zip(rows, now, strict=True))
    lines = [json.dumps(asdict(row), ensure_ascii=True) + "\n" for row in now]
    results.file.write_text("".join(lines), encoding="utf-8")
    print(f"{results.file}: rows={len(rows)} graded_otherwise={changed}")


if __name__ == "__main__":
    main()
