"""What judgements are made of: the allowed passages of each part, and the questions they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.answers import holder, is_verdict
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import PHRASED, Question, folded_passages, load_questions
from ragkit.evaluate.golden.quotes import find_quote, letters_of
from ragkit.evaluate.golden.values import name_types
from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.teach.split import NAMES, Split, allowed, groups, split_of
from ragkit.text.overlap import overlap
from ragkit.thresholds import home

NEAREST = 40
"""Number of passages that are ranked for a question."""
ABOUT = 0.34
"""Share of a question's words that the quote of a short answer has to have."""


@dataclass(frozen=True)
class Answered:
    """A golden question of *fit*, and where its answer is stated."""

    question: Question
    places: tuple[tuple[Passage, str], ...]
    """For each quote of its support the first passage with it, and the quote."""

    @cached_property
    def main(self) -> tuple[Passage, str]:
        """The passage that states the answer, with its quote: the one with the answer's words."""
        answer = self.question.answer or ""
        return max(self.places, key=lambda place: overlap(answer, place[1]))

    @cached_property
    def phrase(self) -> str:
        """The gold phrase of a dataset's question, where the main quote has it; else empty."""
        question = self.question
        if question.kind not in ("span", "bridge") or is_verdict(question):
            return ""
        phrase = (question.answer or "").rstrip(".,; ")
        _, quote = self.main
        if not holder(phrase).search(quote):
            return ""
        # A dataset may point at another "two" than the one that answers.
        doubtful = phrase.islower() and " " not in phrase
        if doubtful and overlap(question.question, quote) < ABOUT:
            return ""
        return phrase

    @property
    def is_located(self) -> bool:
        """Whether the main quote states the answer."""
        if self.question.kind in PHRASED:
            return bool(self.phrase)
        return True


class Pool:
    """The passages of one part of the data, from which all evidence of that part is taken."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = list(passages)

    @cached_property
    def types(self) -> dict[str, str]:
        """The types of the names in all passages."""
        texts = [passage.text for passage in self.passages]
        return name_types(texts)

    @cached_property
    def _sparse(self) -> Sparse:
        return Sparse(self.passages)

    def nearest(self, query: str) -> list[Passage]:
        """The passages of the pool that are nearest to a query by BM25, best first."""
        return self._sparse.search(query, NEAREST)


@dataclass(frozen=True)
class Material:
    """What a corpus gives."""

    pools: dict[Split, Pool]
    groups: dict[str, str]
    """The group of each document."""
    answered: list[Answered]
    left_out: int
    """Number of passages that may not teach."""

    @cached_property
    def answered_in(self) -> dict[str, list[Answered]]:
        """The questions that each passage answers, by its id."""
        found: defaultdict[str, list[Answered]] = defaultdict(list)
        for one in self.answered:
            passage, _ = one.main
            found[passage.id].append(one)
        return dict(found)

    def pool_of(self, passage: Passage) -> Pool:
        """The pool that a passage is in."""
        group = self.groups[passage.source]
        split = split_of(group)
        return self.pools[split]


def own_questions(corpus: Corpus) -> list[Question]:
    """All golden questions of a corpus, locked ones too, or none when it has no such file.

    A corpus in the folder `docs` has its file beside that folder. Raises `BadQuestions`.
    """
    file = home(corpus.folder) / "questions.jsonl"
    return load_questions(file, locked=True) if file.is_file() else []


def material(passages: Sequence[Passage], questions: Sequence[Question]) -> Material:
    """The material in some passages, with all of their golden questions, locked ones too.

    Questions of *fit* are used; those of *test* and *locked* say what is left out.
    """
    usable = allowed(passages, questions)
    answered = _answered(of_part(questions, "fit"), usable)
    together = [[passage.source for passage, _ in one.places] for one in answered]
    of_document = groups(usable, together)
    pools = {}
    for split in NAMES:
        own = [one for one in usable if split_of(of_document[one.source]) == split]
        pools[split] = Pool(own)
    within = [one for one in answered if _in_one_part(one, of_document)]
    return Material(pools, of_document, within, len(passages) - len(usable))


def _answered(questions: Sequence[Question], passages: Sequence[Passage]) -> list[Answered]:
    """The questions with an answer all of whose quotes are whole in some passage."""
    letters = folded_passages(passages)
    found = []
    for question in questions:
        places = [_place(support.quote, passages, letters) for support in question.support]
        known = [place for place in places if place is not None]
        if question.answer and known and len(known) == len(places):
            found.append(Answered(question, tuple(known)))
    return found


def _place(
    quote: str, passages: Sequence[Passage], letters: Mapping[str, str]
) -> tuple[Passage, str] | None:
    """The first passage with a quote."""
    wanted = letters_of(quote)
    for passage in passages:
        if wanted in letters[passage.id] and find_quote(passage.text, quote):
            return passage, quote
    return None


def _in_one_part(one: Answered, of_document: Mapping[str, str]) -> bool:
    """Whether all passages of a question are in one part of the data."""
    parts = set()
    for passage, _ in one.places:
        group = of_document[passage.source]
        parts.add(split_of(group))
    return len(parts) == 1
