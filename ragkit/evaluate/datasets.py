"""Labelled passages to measure retrieval on: SQuAD and HotpotQA files of the user's own, and corpora of the kit.

Nothing is fetched: a loader reads the path that it is given, and says so when the file is missing or of another form.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragkit.evaluate.questions import folded_passages, load_questions, relevant
from ragkit.state import Passage


@dataclass(frozen=True)
class Labelled:
    """A question, and the facts that its answer needs: for each one, the ids of the passages that carry it."""

    question: str
    needs: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Dataset:
    """Passages with labelled questions."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Labelled, ...]


class UnknownFormat(ValueError):
    """The file is neither SQuAD-like nor HotpotQA-like; the message says what was found."""


def read_dataset(path: str | Path) -> Dataset:
    """The dataset in a SQuAD-like file, or in a HotpotQA-like one with `<stem>_corpus.json` beside it.

    Raises `FileNotFoundError` and `UnknownFormat`.
    """
    file = Path(path)
    if not file.is_file():
        raise FileNotFoundError(f"asked for the dataset {file.absolute()}, which is no file")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(content, dict) and "data" in content:
            return _squad(file.stem, content["data"])
        if isinstance(content, list) and "supporting_facts" in content[0]:
            return _hotpot(file.stem, content, json.loads(_corpus_of(file).read_text(encoding="utf-8")))
    except json.JSONDecodeError as error:
        raise UnknownFormat(f"{file}: no JSON, so neither SQuAD- nor HotpotQA-like: {error}") from error
    except (KeyError, IndexError, TypeError) as error:
        raise UnknownFormat(f"{file}: begins like SQuAD or HotpotQA, then lacks {error}") from error
    raise UnknownFormat(f"{file}: expected SQuAD's object with 'data', or HotpotQA's list with 'supporting_facts'")


def _corpus_of(file: Path) -> Path:
    corpus = file.with_name(f"{file.stem}_corpus.json")
    if not corpus.is_file():
        raise FileNotFoundError(f"{file.name} needs its passages (title to sentences) in {corpus}, which is no file")
    return corpus


def _squad(name: str, articles: Sequence[dict[str, Any]]) -> Dataset:
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    passages = tuple(Passage(str(i), paragraph["context"]) for i, paragraph in enumerate(paragraphs))
    questions = tuple(
        Labelled(qa["question"], (frozenset({str(i)}),)) for i, p in enumerate(paragraphs) for qa in p["qas"]
    )
    return Dataset(name, passages, questions)


def _hotpot(name: str, rows: Sequence[dict[str, Any]], corpus: dict[str, list[str]]) -> Dataset:
    passages = tuple(Passage(title, "".join(sentences), section=title) for title, sentences in corpus.items())
    questions = tuple(
        Labelled(row["question"], tuple(frozenset({t}) for t in dict.fromkeys(t for t, _ in row["supporting_facts"])))
        for row in rows
    )
    return Dataset(name, passages, questions)


def golden(folder: str | Path, passages: Sequence[Passage]) -> Dataset:
    """The answerable golden questions of a corpus of the kit, with its passages as the kit cut them."""
    letters = folded_passages(passages)
    questions = [q for q in load_questions(Path(folder) / "questions.jsonl") if q.support]
    labelled = tuple(Labelled(q.question, tuple(map(frozenset, relevant(q, letters)))) for q in questions)
    return Dataset(Path(folder).name, tuple(passages), labelled)
