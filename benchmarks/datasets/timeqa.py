"""TimeQA (Chen, Wang, Wang, 2021): questions about who was what at which time.

The file has a JSON object on each line, and is often compressed: `idx`, `question`, `targets` (the
answers, or one empty text where there is none), and the article, as `context` or as `paragraphs`
with `title` and `text`. Many questions are about the same article, so its documents are the
articles. `articles` brings them into the form of SQuAD, which the kit reads.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from benchmarks.datasets.published_files import GZIP, Record, UnknownFormat, json_lines

NAME = "TimeQA"
NEEDED = ("idx", "question", "targets")
# The article's address in an idx such as /wiki/Ada_Lovelace#P39#0.
_ARTICLE = re.compile(r"^(?:/wiki/)?(?P<title>[^#]+)")


def is_timeqa(path: Path) -> bool:
    """Whether a file is TimeQA's: compressed, or with an `idx` in the first of its lines."""
    with path.open("rb") as file:
        begin = file.read(4096)
    if begin.startswith(GZIP):
        return True
    first = begin.lstrip()
    return first.startswith(b"{") and b'"idx"' in first and b'"data"' not in first


def articles(path: str | Path) -> list[dict[str, Any]]:
    """The articles of a TimeQA file with their questions, in the form of SQuAD.

    A question without an answer is marked as impossible. Raises `FileNotFoundError` and
    `UnknownFormat`.
    """
    questions: dict[str, list[Record]] = {}
    titles: dict[str, str] = {}
    for record in json_lines(path, NAME, NEEDED):
        text = _text(record)
        if not text:
            raise UnknownFormat(
                f"{path}: asked for {NAME}, got no context and no paragraphs of "
                f"{record['idx']!r:.60}; take the file as its authors published it"
            )
        titles.setdefault(text, _title(record))
        questions.setdefault(text, []).append(_about(record, text))
    found: list[dict[str, Any]] = []
    for text, own in questions.items():
        found.append({"title": titles[text], "paragraphs": [{"context": text, "qas": own}]})
    return found


def _text(record: Record) -> str:
    """The article of a question, its paragraphs below their titles."""
    if record.get("context"):
        return str(record["context"])
    parts = []
    for paragraph in record.get("paragraphs") or ():
        title = paragraph.get("title", "")
        heading = f"## {title}\n\n" if title else ""
        parts.append(heading + paragraph["text"])
    return "\n\n".join(parts)


def _title(record: Record) -> str:
    """The title of a question's article.

    >>> _title({"idx": "/wiki/Ada_Lovelace#P39#0"})
    'Ada Lovelace'
    """
    found = _ARTICLE.match(str(record["idx"]))
    return found["title"].replace("_", " ") if found else NAME


def _about(record: Record, text: str) -> Record:
    """A question in the form of SQuAD. The place of an answer is None where it is not in the text.

    >>> record = {"idx": "a#0", "question": "Who led?", "targets": ["Ada", "Mary"]}
    >>> _about(record, "Mary led.")["answers"]
    [{'text': 'Mary', 'answer_start': 0}, {'text': 'Ada', 'answer_start': None}]
    """
    answers = []
    for target in record["targets"]:
        place = text.find(target)
        if target:
            answers.append({"text": target, "answer_start": None if place < 0 else place})
    # the first one says where the support is
    answers.sort(key=lambda answer: answer["answer_start"] is None)
    return {
        "id": str(record["idx"]),
        "question": record["question"],
        "answers": answers,
        "is_impossible": not answers,
    }
