"""TruthfulQA (Lin, Hilton, Evans, 2022): questions that people often answer with a falsehood.

The file is a CSV with the columns `Type`, `Category`, `Question`, `Best Answer`, `Correct Answers`,
`Incorrect Answers` and `Source`; the answers in a cell are separated by semicolons. It has no
documents: ask the questions closed book, or of a corpus of your own.

The reference answers are sentences. By keys an answer is right only if it contains one of them word
for word, which is too strict to say much: let the auditor grade (`right by the judge`), or compare
the answers in pairs.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.datasets.published_files import Record, csv_table
from ragkit.evaluate.golden.correct import holds
from ragkit.evaluate.golden.questions import Question

NAME = "TruthfulQA"
NEEDED = ("Category", "Question", "Best Answer", "Correct Answers", "Incorrect Answers")


def truthfulqa(path: str | Path) -> list[Question]:
    """The questions of a TruthfulQA file; each is in the sets of its type and category.

    Its incorrect answers are forbidden, but for those that are part of a correct one. Raises
    `FileNotFoundError` and `UnknownFormat`.
    """
    records = csv_table(path, NAME, NEEDED)
    return [_question(number, record) for number, record in enumerate(records, start=1)]


def _question(number: int, record: Record) -> Question:
    best = record["Best Answer"].strip()
    right = tuple(dict.fromkeys([best, *_answers(record["Correct Answers"])]))
    wrong = []
    for answer in _answers(record["Incorrect Answers"]):
        if not any(holds(one, answer) for one in right):
            wrong.append(answer)
    sets = [record.get("Type", "").strip(), record["Category"].strip()]
    return Question(
        f"truthfulqa-{number}",
        record["Question"].strip(),
        "general-knowledge",
        best,
        (right,),
        (),
        "medium",
        ("truthfulqa", *filter(None, sets)),
        forbidden=tuple(wrong),
    )


def _answers(cell: str) -> list[str]:
    """The answers of a cell, without the full stop at their end.

    >>> _answers("Nothing happens; You grow up.;")
    ['Nothing happens', 'You grow up']
    """
    answers = [answer.strip().removesuffix(".") for answer in cell.split(";")]
    return [answer for answer in answers if answer]
