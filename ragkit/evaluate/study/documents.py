"""The documents of a study, with what the rules look up in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import PurePosixPath

from ragkit.evaluate.golden.questions import Question, folded_passages
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.evaluate.golden.swaps import Context
from ragkit.evaluate.golden.values import name_types
from ragkit.state import Passage
from ragkit.text.tables import Row, blocks
from ragkit.text.words import words


class Documents:
    """All passages of a folder, and where they have a word, a row or a name."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = tuple(passages)
        self._contexts: dict[str, Context] = {}

    @cached_property
    def of_document(self) -> dict[str, list[Passage]]:
        """The passages of each document, in order."""
        found: dict[str, list[Passage]] = {}
        for passage in self.passages:
            own = found.setdefault(passage.source, [])
            own.append(passage)
        return found

    def text(self, document: str) -> str:
        """The text of a document; empty for one that is not there."""
        own = self.of_document.get(document, ())
        texts = [passage.text for passage in own]
        return "\n".join(texts)

    def title(self, document: str) -> str:
        """The outermost heading of a document; empty where it has none."""
        first, *_ = self.of_document[document]
        return first.section.split(" > ")[0]

    @cached_property
    def files(self) -> Counter[str]:
        """The number of documents whose file has a name, in whatever folder."""
        names = map(file_name, self.of_document)
        return Counter(names)

    @cached_property
    def titles(self) -> Counter[str]:
        """The number of documents with a title."""
        titles = map(self.title, self.of_document)
        return Counter(titles)

    @cached_property
    def quotable(self) -> dict[str, str]:
        """The letters and digits of each passage, by id, to look quotes up in."""
        return folded_passages(self.passages)

    def having(self, texts: Iterable[str]) -> list[Passage]:
        """The passages that have the letters of some text, in headings and names of files, too.

        This is quickly seen. What has the letters need not have the words.
        """
        wanted = list(map(letters_of, texts))
        found = []
        for passage, letters in zip(self.passages, self._letters, strict=True):
            has_one = any(text in letters for text in wanted)
            if has_one:
                found.append(passage)
        return found

    @cached_property
    def _letters(self) -> list[str]:
        """The letters and digits of each passage, with its headings and the name of its file."""
        texts = map(all_of, self.passages)
        return list(map(letters_of, texts))

    @cached_property
    def stems(self) -> frozenset[str]:
        """All stemmed words of the folder."""
        found: set[str] = set()
        for passage in self.passages:
            found.update(words(passage.searchable))
        return frozenset(found)

    @cached_property
    def rows(self) -> Counter[str]:
        """The number of passages that have a row of a table, by the first cell of the row."""
        counts: Counter[str] = Counter()
        for passage in self.passages:
            counts.update(row_names(passage))
        return counts

    def context(self, document: str) -> Context:
        """The passages of one document, to find values in."""
        if document not in self._contexts:
            own = tuple(self.of_document.get(document, ()))
            self._contexts[document] = Context(own, self.types)
        return self._contexts[document]

    @cached_property
    def types(self) -> dict[str, str]:
        """The types of all names."""
        texts = [passage.text for passage in self.passages]
        return name_types(texts)


def all_of(passage: Passage) -> str:
    """The text of a passage, with its headings and the name of its file."""
    return f"{passage.source}\n{passage.searchable}"


def row_names(passage: Passage) -> set[str]:
    """The first cells of the rows of a passage's tables.

    >>> row_names(Passage("o", "| owl | mice |\\n|---|---|\\n| barn owl | 3 |"))
    {'barn owl'}
    """
    names = set()
    for block in blocks(passage.text):
        if isinstance(block, Row):
            names.add(block.cells[0])
    return names


def file_name(document: str) -> str:
    """The name of a document's file, without its folder.

    >>> file_name("owls/food.md")
    'food.md'
    """
    return PurePosixPath(document).name


def documents_of(question: Question) -> list[str]:
    """The documents that a question is about, each once, in order.

    They have its support. Without any, they have what the question is asked without.
    """
    quoted = question.support or question.without
    names = []
    for one in quoted:
        if one.document not in names:
            names.append(one.document)
    return names
