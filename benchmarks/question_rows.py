"""Rows of a benchmark, one for each question, in a file that a stopped run goes on with."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tqdm.auto import tqdm

from ragkit.evaluate.golden.questions import Question

Row = dict[str, Any]
Q = TypeVar("Q", bound=Question)


def rows_of(questions: Sequence[Q], made: Callable[[Q], Row], file: Path, doing: str) -> list[Row]:
    """The rows of these questions; those that the file lacks are made, and added to it.

    A row has the `id` of its question. `doing` stands beside the progress bar.
    """
    found = {}
    if file.exists():
        lines = file.read_text(encoding="utf-8").splitlines()
        found = {row["id"]: row for row in map(json.loads, lines)}
    for question in tqdm(questions, desc=doing):
        if question.id in found:
            continue
        row = found[question.id] = made(question)
        with file.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(row) + "\n")
    return [found[question.id] for question in questions]
