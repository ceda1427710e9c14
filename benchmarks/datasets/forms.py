"""Labelled passages to measure retrieval on: the user's dataset files, and kit corpora.

Nothing is downloaded: a loader reads the path that it is given, and raises an error when the file
is missing or has another form. To ask whole systems the questions of such a file, see
`corpus.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.datasets.musique import as_hotpotqa
from benchmarks.datasets.published_files import UnknownFormat, existing, text_of
from benchmarks.datasets.timeqa import articles, is_timeqa
from ragkit.evaluate.golden.questions import folded_passages, load_questions, relevant
from ragkit.state import Passage

Read = TypeVar("Read")
Articles = Sequence[dict[str, Any]]
"""What a SQuAD-like file has below `data`."""
Rows = Sequence[dict[str, Any]]
"""The questions of a HotpotQA-like file."""
Sentences = dict[str, list[str]]
"""The passages of a HotpotQA-like file: the sentences of each, by title."""


@dataclass(frozen=True)
class Labelled:
    """A question, and for each fact that its answer needs the ids of the passages with it."""

    question: str
    needs: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Dataset:
    """Passages with labelled questions."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Labelled, ...]


def read_dataset(path: str | Path) -> Dataset:
    """The dataset in a file like SQuAD's, HotpotQA's, MuSiQue's or TimeQA's.

    A HotpotQA-like file needs its passages in `<stem>_corpus.json`, in the same folder.
    Raises `FileNotFoundError` and `UnknownFormat`.
    """
    return read_as(path, _squad, _hotpot)


def read_as(
    path: str | Path,
    squad: Callable[[str, Articles], Read],
    hotpot: Callable[[str, Rows, Sentences], Read],
) -> Read:
    """What one of two readers makes of a dataset file, by the file's format.

    Each reader gets the file's stem and what is in the file, which may have any form below its
    first level. A file of TimeQA is brought into the form of SQuAD, and one of MuSiQue into that of
    HotpotQA. Raises `FileNotFoundError` and `UnknownFormat`.
    """
    file = existing(path)
    if is_timeqa(file):
        return squad(file.stem, articles(file))
    try:
        content = json.loads(text_of(file))
        if isinstance(content, dict) and "data" in content:
            return squad(file.stem, content["data"])
        if isinstance(content, list) and "supporting_facts" in content[0]:
            corpus = json.loads(text_of(_corpus_of(file)))
            return hotpot(file.stem, content, corpus)
        if isinstance(content, list) and any("question_decomposition" in row for row in content):
            return hotpot(file.stem, *as_hotpotqa(content))
    except json.JSONDecodeError as error:
        raise UnknownFormat(
            f"{file}: not JSON, so neither SQuAD- nor HotpotQA-like: {error}"
        ) from error
    except KeyError as error:
        raise UnknownFormat(
            f"{file}: begins like SQuAD or HotpotQA, but {error} is missing"
        ) from error
    except UnknownFormat as error:
        raise UnknownFormat(f"{file}: {error}") from error
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise UnknownFormat(f"{file}: neither SQuAD- nor HotpotQA-like: {error}") from error
    raise UnknownFormat(
        f"{file}: expected SQuAD's object with 'data', HotpotQA's list with 'supporting_facts' or "
        "MuSiQue's with 'question_decomposition'"
    )


def corpus_file(file: Path) -> Path:
    """Where the passages of a HotpotQA-like file are."""
    return file.with_name(f"{file.stem}_corpus.json")


def _corpus_of(file: Path) -> Path:
    corpus = corpus_file(file)
    if not corpus.is_file():
        raise FileNotFoundError(
            f"{file.name} needs its passages (title to sentences) in {corpus}, which is not a file"
        )
    return corpus


def _squad(name: str, articles: Articles) -> Dataset:
    passages: list[Passage] = []
    questions: list[Labelled] = []
    for article in articles:
        for paragraph in article["paragraphs"]:
            id = str(len(passages))
            passages.append(Passage(id, paragraph["context"]))
            needs = (frozenset({id}),)
            for entry in paragraph["qas"]:
                questions.append(Labelled(entry["question"], needs))
    return Dataset(name, tuple(passages), tuple(questions))


def _hotpot(name: str, rows: Rows, corpus: Sentences) -> Dataset:
    passages = []
    for title, sentences in corpus.items():
        text = "".join(sentences)
        passages.append(Passage(title, text, section=title))
    questions = []
    for row in rows:
        titles = dict.fromkeys(title for title, _ in row["supporting_facts"])
        needs = tuple(frozenset({title}) for title in titles)
        questions.append(Labelled(row["question"], needs))
    return Dataset(name, tuple(passages), tuple(questions))


def golden(folder: str | Path, passages: Sequence[Passage]) -> Dataset:
    """The golden questions of a kit corpus that have support, with the kit's own passages."""
    letters = folded_passages(passages)
    labelled = []
    for question in load_questions(Path(folder) / "questions.jsonl"):
        if question.support:
            carriers = relevant(question, letters)
            needs = tuple(frozenset(ids) for ids in carriers)
            labelled.append(Labelled(question.question, needs))
    return Dataset(Path(folder).name, tuple(passages), tuple(labelled))
