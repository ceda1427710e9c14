"""The questions of a dataset about articles that the adapter neither learnt nor was tuned on.

    python -m benchmarks.unseen build/datasets/xquad_en build/xquad_unseen.jsonl

The folder is what `python -m benchmarks.datasets` wrote. An adapter that was taught on a dataset
may be scored only on the part of it called test (`ragkit/teach/split.py`). The questions keep the
licence of the dataset and stay out of this repository. An experiment names the file
(`experiments/xquad.yml`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.questions import Question
from ragkit.kit import Kit
from ragkit.teach.material import material, own_questions
from ragkit.teach.split import Split, split_of
from ragkit.text.decoded import decoded


def about(
    parts: Container[Split], asked: Iterable[Question], corpus: Corpus, taught: Iterable[Question]
) -> set[str]:
    """The ids of the questions whose documents are all in these parts of a lesson on the corpus.

    `taught` are the questions that the lesson was made of.
    """
    groups = material(corpus.passages, list(taught)).groups
    found = set()
    for question in asked:
        documents = {support.document for support in question.support}
        splits = {split_of(groups[doc]) for doc in documents if doc in groups}
        if splits and all(split in parts for split in splits):
            found.add(question.id)
    return found


def unseen(folder: Path) -> list[str]:
    """The lines of the dataset's questions whose documents are all of the part called test."""
    with closing(Kit.open(folder)) as kit:
        questions = own_questions(kit.corpus)
        # The lesson learnt from all questions of the dataset, whatever their ids are.
        taught = [replace(question, part="fit") for question in questions]
        ids = about({"test"}, questions, kit.corpus, taught)
    file = folder / "questions.jsonl"
    text = decoded(file.read_bytes(), file)
    lines = text.splitlines(keepends=True)
    return [line for line in lines if json.loads(line)["id"] in ids]


def main() -> None:
    folder, file = map(Path, sys.argv[1:])
    try:
        lines = unseen(folder)
    except (OSError, ValueError) as error:
        sys.exit(f"asked for the unseen questions of {folder}: {error}; docs/others.md says more")
    if not lines:
        sys.exit(f"{folder}: the adapter has seen all its articles, so there is nothing to score")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(lines), encoding="utf-8")
    print(f"{file}: questions={len(lines)}")


if __name__ == "__main__":
    main()
