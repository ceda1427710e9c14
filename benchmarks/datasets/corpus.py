"""A dataset file as a kit corpus: a Markdown document for each passage, and golden questions.

    FOLDER/docs/00001 Super Bowl 50.md
    FOLDER/questions.jsonl

The key of a question has the gold answers, word for word. Its support has one quote for each gold
passage: the sentence with the answer (SQuAD), the first supporting sentence (HotpotQA), or the
sentence with the answer of a sub-question (MuSiQue).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.datasets.forms import Articles, Rows, Sentences, read_as
from benchmarks.datasets.published_files import UnknownFormat
from benchmarks.datasets.question_files import questions_in
from ragkit.disk.room import is_disk_full, no_room
from ragkit.evaluate.golden.questions import Part, Question, Support
from ragkit.text.sentences import END, cut

NO_FILE_NAME = re.compile(r"[^\w ().,'-]+")
"""Characters of a title that are left out of the name of its file."""
LEAST = 25
"""Length of a quote in characters; a shorter one may be in passages about something else."""


@dataclass(frozen=True)
class Content:
    """The documents of a dataset, by the name of the file, and its questions."""

    documents: dict[str, str]
    questions: list[Question]


def write_corpus(file: Path, folder: Path, part: Part | None = None) -> Path:
    """Write the corpus of a file like SQuAD's, HotpotQA's, MuSiQue's or TimeQA's; its folder.

    Raises `FileExistsError`, `FileNotFoundError`, `UnknownFormat` and `NoRoom`.
    """
    return _written(read_as(file, _squad, _hotpot), folder, part)


def write_questions(file: Path, folder: Path, part: Part | None = None) -> Path:
    """Write the questions of a dataset without documents; the file. Raises as `write_corpus`."""
    content = Content({}, questions_in(file))
    return _written(content, folder, part) / "questions.jsonl"


def _written(content: Content, folder: Path, part: Part | None) -> Path:
    if folder.exists():
        raise FileExistsError(f"asked to write {folder}, which exists; delete it, or name another")
    if part:
        content = replace(content, questions=[replace(one, part=part) for one in content.questions])
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        _write(content, folder)
    except OSError as error:
        if is_disk_full(error):
            size = sum(len(text.encode()) for text in content.documents.values())
            raise no_room(f"to write {folder}", folder.parent, size) from error
        raise
    return folder


def _write(content: Content, folder: Path) -> None:
    """Write the corpus beside its place, and move it there when it is complete."""
    with TemporaryDirectory(dir=folder.parent) as beside:
        made = Path(beside) / folder.name
        made.mkdir()
        if content.documents:
            (made / "docs").mkdir()
        for name, text in content.documents.items():
            (made / "docs" / name).write_text(text, encoding="utf-8")
        lines = [json.dumps(asdict(question)) + "\n" for question in content.questions]
        (made / "questions.jsonl").write_text("".join(lines), encoding="utf-8")
        made.rename(folder)


def _add(documents: dict[str, str], title: str, text: str) -> str:
    """Add the document of a passage; the name of its file, which begins with its number."""
    one_line = " ".join(title.split())
    plain = NO_FILE_NAME.sub(" ", one_line)
    # a letter may have four bytes, and the name of a file 255
    name = f"{len(documents) + 1:05} {plain[:60].strip()}.md"
    documents[name] = f"# {one_line}\n\n{text}\n"
    return name


def _squad(name: str, articles: Articles) -> Content:
    """SQuAD's form: articles of paragraphs, each with its questions."""
    documents: dict[str, str] = {}
    questions = []
    for article in articles:
        title = article.get("title", name).replace("_", " ")
        for paragraph in article["paragraphs"]:
            text = paragraph["context"]
            doc = _add(documents, title, text)
            for entry in paragraph["qas"]:
                questions.append(_about_span(entry, doc, text))
    return Content(documents, questions)


def _about_span(entry: dict[str, Any], doc: str, text: str) -> Question:
    """A question of SQuAD; one marked as impossible (SQuAD 2.0) is a near miss."""
    id, asked = entry["id"], entry["question"]
    if entry.get("is_impossible"):
        return Question(id, asked, "near-miss", None, (), (), "medium")
    golds = _golds(id, [answer["text"] for answer in entry["answers"]])
    start = entry["answers"][0]["answer_start"]
    support: tuple[Support, ...] = ()
    # an answer of TimeQA may be in other words than its article
    if start is not None:
        quote = _around(text, start, start + len(golds[0]))
        support = (Support(doc, quote),)
    return Question(id, asked, "span", golds[0], (golds,), support, "medium")


def _golds(id: str, answers: Sequence[str]) -> tuple[str, ...]:
    """The gold answers, each once."""
    different = tuple(dict.fromkeys(answers))
    if not any(different):
        raise UnknownFormat(f"the question {id!r} has no answer, and is not marked as impossible")
    return different


def _around(text: str, start: int, stop: int) -> str:
    """The quote that has the characters from `start` to before `stop`: whole sentences of a text.

    >>> _around("Owls hunt. In the dark they eat mice. Cats sleep.", 25, 36)
    'In the dark they eat mice.'
    """
    sentences = cut(text, END)
    ends = []
    end = 0
    for sentence in sentences:
        end = text.index(sentence, end) + len(sentence)
        ends.append(end)
    first, last = bisect_right(ends, start), bisect_left(ends, stop)
    if last == len(sentences):
        raise UnknownFormat(f"an answer is at characters {start} to {stop} of {len(text)}")
    return _quote(sentences, first, last)


def _quote(sentences: Sequence[str], first: int, last: int) -> str:
    """Some sentences of a passage, and the next ones while the quote is short."""
    quote = " ".join(sentences[first : last + 1])
    for more in sentences[last + 1 :]:
        if len(quote) >= LEAST:
            break
        quote = f"{quote} {more}"
    return " ".join(quote.split())


def _hotpot(_: str, rows: Rows, corpus: Sentences) -> Content:
    """HotpotQA's form: questions, with their supporting sentences by title and number."""
    documents: dict[str, str] = {}
    names = {}
    for title, sentences in corpus.items():
        names[title] = _add(documents, title, "".join(sentences))
    questions = [_over_several(row, names, corpus) for row in rows]
    return Content(documents, questions)


def _over_several(row: dict[str, Any], names: dict[str, str], corpus: Sentences) -> Question:
    """A question of HotpotQA or MuSiQue, whose answer needs two or more passages."""
    golds = _golds(row["_id"], [row["answer"], *row.get("aliases", ())])
    support: dict[str, Support] = {}
    for title, number in row["supporting_facts"]:
        sentences = corpus[title]
        # some numbers of the published files are beyond the last sentence
        place = min(number, len(sentences) - 1)
        quote = _quote(sentences, place, place)
        support.setdefault(title, Support(names[title], quote))
    return Question(
        row["_id"],
        row["question"],
        "comparison" if row.get("type") == "comparison" else "bridge",
        golds[0],
        (golds,),
        tuple(support.values()),
        row["level"] if row.get("level") in ("easy", "hard") else "medium",
        row.get("sets", ()),
    )
