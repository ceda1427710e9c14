"""Examples: a question with passages, and the answer that is to be written from them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragkit.state import REFUSAL, Passage

SENTENCE = "sentence"
ANSWER = "answer"
CELL = "table cell"
TWO = "two documents"
NOTHING = "nothing"
KINDS = {
    SENTENCE: "the sentence that answers, as it is written",
    ANSWER: "the golden answer, each of its sentences with the passages that it rests on",
    CELL: "a cell of a table, with the names of its row and column",
    TWO: "one sentence of each of two passages",
    NOTHING: "the refusal, because the passages do not have the answer",
}
"""What is written, by kind."""


@dataclass(frozen=True)
class Example:
    """A question with its evidence, and the right answer."""

    name: str
    kind: str
    """One of `KINDS`."""
    group: str
    """The document (or article) that it was made of. Parts never share a group."""
    question: str
    passages: tuple[Passage, ...]
    answer: str
    """The text to write, with citations such as [2], or exactly the refusal."""

    @property
    def is_refusal(self) -> bool:
        """Whether nothing is to be answered."""
        return self.answer == REFUSAL

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages."""
        return self.passages

    @property
    def texts(self) -> frozenset[str]:
        """The texts of the passages and the question: none may be in two parts of the data."""
        texts = {passage.text for passage in self.passages}
        return frozenset(texts | {self.question})


def write(examples: Iterable[Example], file: Path) -> None:
    """Write examples as JSON lines."""
    lines = [json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in examples]
    file.write_text("".join(lines), encoding="utf-8")


def read(file: Path) -> list[Example]:
    """The examples of a file."""
    return [_example(json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def _example(row: dict[str, Any]) -> Example:
    passages = tuple(Passage(**passage) for passage in row["passages"])
    return Example(**row | {"passages": passages})
