"""The questions of a public dataset without documents. Which dataset it is, its content says.

They are asked of a corpus of yours, or closed book. Public datasets are for measuring only, and
none is in this repository.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.datasets.freshqa import freshqa
from benchmarks.datasets.halueval import halueval_general
from benchmarks.datasets.mmlu import mmlu
from benchmarks.datasets.published_files import UnknownFormat, csv_lines, existing, text_of
from benchmarks.datasets.truthfulqa import truthfulqa
from ragkit.evaluate.golden.questions import Question

Reader = Callable[[str | Path], list[Question]]
HEADS: dict[str, Reader] = {"Best Answer": truthfulqa, "false_premise": freshqa}
"""The reader of a CSV file, by a column that only its dataset has."""


def has_no_documents(file: Path) -> bool:
    """Whether a file is of a dataset of questions only."""
    if file.suffix.lower() == ".csv":
        return True
    return file.is_file() and '"user_query"' in text_of(file)[:20_000].split("\n")[0]


def questions_in(file: Path) -> list[Question]:
    """The questions of a file. Raises `FileNotFoundError` and `UnknownFormat`."""
    if file.suffix.lower() == ".csv":
        return _reader_of_csv(file)(file)
    return halueval_general(file)


def _reader_of_csv(path: Path) -> Reader:
    lines = csv_lines(existing(path))
    for _, cells in lines:
        for column, reader in HEADS.items():
            if column in cells:
                return reader
    # MMLU's files have no names of columns
    if lines and len(lines[0][1]) == 6:
        return mmlu
    raise UnknownFormat(
        f"{path}: asked for the questions of a CSV file, got one that is neither TruthfulQA's (a "
        "column 'Best Answer'), FreshQA's (a column 'false_premise') nor MMLU's (six cells a "
        "line); take the file as its authors published it"
    )
