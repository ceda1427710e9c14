"""What holds for every corpus that the kit brings along: its documents, questions and recorded pages."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path

import pytest

from ragkit.documents import READERS, Document, read
from ragkit.documents.cutting import chunk
from ragkit.documents.document import LEFT_OUT
from ragkit.documents.html import read_html
from ragkit.evaluate.golden.correct import correct, holds
from ragkit.evaluate.golden.questions import BEYOND, Question, folded_passages, load_questions, relevant
from ragkit.evaluate.golden.quotes import find_quote, letters_of

CORPORA = Path(__file__).parents[2] / "corpora"


@dataclass(frozen=True)
class Written:
    """A corpus folder, and what its author promised about its size."""

    name: str
    words: tuple[int, int]
    """The least and the most words of a document; cells of tables and captions count."""
    documents: int
    questions: int
    of_a_kind: int
    """The least number of questions of each kind that it has."""

    @property
    def folder(self) -> Path:
        return CORPORA / self.name

    @cached_property
    def docs(self) -> dict[str, Document]:
        root = self.folder / "docs"
        files = sorted(path for path in root.rglob("*") if path.is_file())
        return {path.relative_to(root).as_posix(): read(path, root) for path in files}

    @cached_property
    def asked(self) -> list[Question]:
        return load_questions(self.folder / "questions.jsonl", locked=True)

    @property
    def answerable(self) -> list[Question]:
        return [question for question in self.asked if question.answer is not None]

    @property
    def readme(self) -> str:
        return (self.folder / "README.md").read_text(encoding="utf-8")

    @property
    def pages(self) -> list[dict]:
        lines = (self.folder / "web" / "index.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


ALL = [
    Written("algorithms", (400, 1700), documents=24, questions=100, of_a_kind=8),
    Written("almanac", (150, 700), documents=40, questions=110, of_a_kind=12),
]


@pytest.fixture(params=ALL, ids=lambda corpus: corpus.name)
def corpus(request):
    return request.param


def plain(text: str) -> str:
    return " ".join(text.replace("|", " ").split()).casefold()


def test_there_are_enough_documents_and_all_can_be_read(corpus):
    assert len(corpus.docs) >= corpus.documents
    assert {Path(name).suffix for name in corpus.docs} <= set(READERS)


def test_every_document_is_read_whole_has_its_length_and_is_in_the_readme(corpus):
    least, most = corpus.words
    for name, document in corpus.docs.items():
        assert least <= len(re.findall(r"\w+(?:['-]\w+)*", document.text)) <= most, name
        assert all(note.startswith(LEFT_OUT) for note in document.notes), name
        assert f"`{name}`" in corpus.readme or f"- {name}:" in corpus.readme, name


def test_there_are_enough_questions_and_enough_of_each_kind(corpus):
    kinds = Counter(question.kind for question in corpus.asked)
    assert len(corpus.asked) >= corpus.questions
    assert min(kinds.values()) >= corpus.of_a_kind


def test_ids_and_questions_are_each_there_once(corpus):
    assert max(Counter(question.id for question in corpus.asked).values()) == 1
    assert max(Counter(question.question for question in corpus.asked).values()) == 1


def test_the_parts_were_dealt_by_the_hash_of_the_ids_within_each_kind_and_twins_stay_together(corpus):
    twins = {question.twin: question for question in corpus.asked if question.twin}
    dealt = [question for question in corpus.asked if question.part and question.id not in twins]
    turn = 0
    for kind in sorted({question.kind for question in dealt}):
        own = [question for question in dealt if question.kind == kind]
        for question in sorted(own, key=lambda q: sha256(q.id.encode()).digest()):
            assert question.part == ("fit", "test", "locked")[turn % 3], question.id
            turn += 1
    for question in corpus.asked:
        if question.id in twins:
            assert question.part == twins[question.id].part, question.id


def test_the_reference_answer_of_a_question_is_right_by_its_keys(corpus):
    assert [q.id for q in corpus.answerable if correct(q, q.answer) != 1] == []


def test_what_is_forbidden_is_in_no_reference_answer_and_in_no_key(corpus):
    for question in corpus.answerable:
        for wrong in question.forbidden:
            assert not holds(question.answer, wrong), (question.id, wrong)
            assert not any(holds(key, wrong) for key in chain(*question.keys)), (question.id, wrong)


def test_no_question_fulfils_a_key_by_its_own_words(corpus):
    for question in corpus.answerable:
        for key in chain(*question.keys):
            assert not holds(question.question, key), (question.id, key)


def test_a_table_question_forbids_another_cell(corpus):
    assert all(question.forbidden for question in corpus.asked if question.kind == "table")


def test_every_quote_is_in_its_document(corpus):
    missing = []
    for question in corpus.answerable:
        for support in question.support:
            if not find_quote(corpus.docs[support.document].text, support.quote):
                missing.append(f"{question.id}: {support.document} has no {support.quote!r}")
    assert missing == []


def test_an_answer_has_keys_and_the_quotes_have_them_too(corpus):
    """Except where the answer is computed from the quotes, or is not in the documents at all."""
    lacking = []
    for question in corpus.answerable:
        beyond = question.kind in BEYOND
        assert question.keys and bool(question.support) != beyond, question.id
        texts = {"answer": plain(question.answer)}
        if not beyond and "computed" not in question.sets:
            texts["quotes"] = plain(" ".join(support.quote for support in question.support))
        for group in question.keys:
            for where, text in texts.items():
                if not any(plain(spelling) in text for spelling in group):
                    lacking.append(f"{question.id}: the {where} lack {group}")
    assert lacking == []


def test_an_unanswerable_question_has_neither_keys_nor_support(corpus):
    unanswerable = [question for question in corpus.asked if question.answer is None]
    assert {"out-of-domain", "near-miss"} <= {q.kind for q in unanswerable}
    assert {q.kind for q in unanswerable} <= {"out-of-domain", "near-miss", "false-premise"}
    assert not any(q.keys or q.support for q in unanswerable)
    assert all(q.answer is None for q in corpus.asked if q.kind in ("out-of-domain", "near-miss"))


def test_multi_hop_and_conflicting_questions_need_two_places(corpus):
    for question in corpus.asked:
        if question.kind == "multi-hop":
            assert len({support.document for support in question.support}) >= 2, question.id
        if question.kind == "conflicting":
            assert len(question.support) >= 2, question.id


@pytest.mark.parametrize("tokens", [100, 220])
def test_every_quote_is_carried_by_a_passage_however_the_documents_are_cut(corpus, tokens):
    passages = []
    for document in corpus.docs.values():
        passages += chunk(document, tokens, overlap=20, count=lambda text: len(text) // 4)
    letters = folded_passages(passages)
    assert [question.id for question in corpus.asked if not all(relevant(question, letters))] == []


def test_the_support_of_a_table_question_is_a_row_of_a_table(corpus):
    rows = [support.quote for q in corpus.asked if q.kind == "table" for support in q.support]
    lines = chain(*(document.text.splitlines() for document in corpus.docs.values()))
    tables = [letters_of(line) for line in lines if line.startswith("|")]
    assert all(any(letters_of(quote) in row for row in tables) for quote in rows)


def test_recorded_pages_are_listed_with_traps_and_reserved_addresses(corpus):
    traps = Counter(page["trap"] for page in corpus.pages)
    assert traps["poisoned"] >= 1
    assert traps["stale"] >= 1
    web = corpus.folder / "web"
    for page in corpus.pages:
        assert re.fullmatch(r"https://([a-z0-9-]+\.)*(example\.(org|com)|[a-z0-9-]+\.example)/.*", page["url"])
        assert len(read_html((web / page["file"]).read_bytes()).text) > 200
        name = Path(page["file"]).name
        assert f"`{name}`" in corpus.readme or f"- {name}:" in corpus.readme
    assert {page["file"] for page in corpus.pages} == {f"pages/{path.name}" for path in (web / "pages").iterdir()}
