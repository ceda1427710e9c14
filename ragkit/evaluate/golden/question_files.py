"""The questions in a file: the kit's own form, or that of a public dataset without documents.

Which dataset it is, its content says. Its questions are asked of a corpus of yours, or closed book.
Public datasets are for measuring only, and none is in this repository.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ragkit.evaluate.golden.freshqa import freshqa
from ragkit.evaluate.golden.halueval import halueval_general
from ragkit.evaluate.golden.mmlu import mmlu
from ragkit.evaluate.golden.published_files import UnknownFormat, csv_lines, existing, text_of
from ragkit.evaluate.golden.questions import BadQuestions, Question, load_questions
from ragkit.evaluate.golden.truthfulqa import truthfulqa

Reader = Callable[[str | Path], list[Question]]
HEADS: dict[str, Reader] = {"Best Answer": truthfulqa, "false_premise": freshqa}
"""The reader of a CSV file, by a column that only its dataset has."""


def questions_in(file: str | Path, only: str | None = None, locked: bool = False) -> list[Question]:
    """The questions of a file, as `load_questions` has them, whichever dataset it is of.

    Raises `BadQuestions`, and for a file of no known dataset `UnknownFormat`.
    """
    path = Path(file)
    reader = _reader(path)
    if reader is None:
        return load_questions(path, only, locked)
    chosen = [one for one in reader(path) if only in (None, one.kind, *one.sets)]
    if not chosen:
        raise BadQuestions(f"{path}: no question is {only!r}; leave `only` out to ask all of them")
    return chosen


def _reader(path: Path) -> Reader | None:
    """The reader of a public dataset's file; None for a question file of the kit."""
    if path.suffix.lower() == ".csv":
        return _reader_of_csv(path)
    if path.is_file() and '"user_query"' in text_of(path)[:20_000].split("\n")[0]:
        return halueval_general
    return None


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
