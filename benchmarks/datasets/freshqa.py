"""FreshQA (Vu et al., 2023): questions whose answers change, and some with a false premise.

The file is a CSV export of the authors' sheet: some lines of warning, then a line with the names of
the columns, among them `id`, `question`, `false_premise`, `fact_type` and `answer_0` to `answer_9`.
Its answers change every week, so use the newest one. It has no documents: ask the questions closed
book, over the live web, or of a corpus of your own.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.datasets.published_files import Record, csv_table
from ragkit.evaluate.golden.questions import Kind, Question

NAME = "FreshQA"
NEEDED = ("id", "question", "false_premise", "answer_0")
MOST = 10
"""The number of columns with an answer."""
CHANGING = "fast-changing"
"""The type of a fact that no memory can be expected to have."""


def freshqa(path: str | Path) -> list[Question]:
    """The questions of a FreshQA file; each is in the sets of its fact type and number of hops.

    Any of its answers is right. Raises `FileNotFoundError` and `UnknownFormat`.
    """
    return [_question(record) for record in csv_table(path, NAME, NEEDED)]


def _question(record: Record) -> Question:
    columns = [f"answer_{number}" for number in range(MOST)]
    answers = [record.get(column, "").strip() for column in columns]
    spellings = tuple(answer for answer in dict.fromkeys(answers) if answer)
    sets = [record.get(column, "").strip() for column in ("fact_type", "num_hops", "split")]
    return Question(
        f"freshqa-{record['id'].strip()}",
        record["question"].strip(),
        _kind(record),
        spellings[0] if spellings else "",
        (spellings,) if spellings else (),
        (),
        "medium",
        ("freshqa", *filter(None, sets)),
    )


def _kind(record: Record) -> Kind:
    if record["false_premise"].strip().casefold() in ("true", "yes", "1"):
        return "false-premise"
    changing = record.get("fact_type", "").strip() == CHANGING
    return "web-only" if changing else "general-knowledge"
