"""The almanac keeps what its README promises beyond what holds for every corpus (`test_written.py`)."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from fakes import FakeEmbed

from ragkit.documents import read
from ragkit.documents.html import read_html
from ragkit.evaluate.golden.correct import correct, holds
from ragkit.evaluate.golden.questions import BEYOND, PARTS, load_questions
from ragkit.settings import Settings
from ragkit.text.words import words
from ragkit.web import Limits, open_web

FOLDER = Path(__file__).parents[2] / "corpora" / "almanac"
ARCHIVES = ("orbit", "basin", "league", "tidemark")
QUESTIONS = {question.id: question for question in load_questions(FOLDER / "questions.jsonl", locked=True)}
FALSE = [question for question in QUESTIONS.values() if question.kind == "false-premise"]
WEB = [question for question in QUESTIONS.values() if question.kind == "web-only"]
README = (FOLDER / "README.md").read_text(encoding="utf-8")
PAGES = [json.loads(line) for line in (FOLDER / "web" / "index.jsonl").read_text(encoding="utf-8").splitlines()]


TEXTS = {page["file"]: read_html((FOLDER / "web" / page["file"]).read_bytes()).text for page in PAGES}
DOCS = {path: read(path, FOLDER / "docs").text for path in sorted((FOLDER / "docs").rglob("*.*"))}


def all_text(archive):
    return "\n\n".join(text for path, text in DOCS.items() if path.parent.name == archive)


@pytest.fixture(scope="module")
def web(alone):
    return open_web(Settings(web="recorded"), FOLDER, FakeEmbed(), Limits(keeps=20))


def answers(question, text):
    """Whether a text has one spelling of each group of keys."""
    return all(any(holds(text, key) for key in group) for group in question.keys)


def test_there_are_four_archives_of_at_least_ten_documents():
    assert sorted(path.name for path in (FOLDER / "docs").iterdir()) == sorted(ARCHIVES)
    for archive in ARCHIVES:
        assert len(list((FOLDER / "docs" / archive).iterdir())) >= 10, archive


def test_every_document_has_a_date():
    for path, text in DOCS.items():
        assert re.search(r"\b(19|20)\d\d\b", text[:700]), path.name


def test_every_false_premise_has_a_twin_of_its_own_and_there_are_at_least_twenty():
    assert len(FALSE) >= 20
    assert len({question.twin for question in FALSE}) == len(FALSE)
    for question in FALSE:
        assert question.id.removeprefix("false-") == QUESTIONS[question.twin].id.removeprefix("true-")
        assert QUESTIONS[question.twin].kind != "false-premise"
    assert all(question.twin is None for question in QUESTIONS.values() if question.kind != "false-premise")


def test_no_answer_of_one_is_right_for_its_twin():
    for question in FALSE:
        twin = QUESTIONS[question.twin]
        assert correct(question, twin.answer) == correct(twin, question.answer) == 0, question.id


def test_an_archive_is_a_set_and_the_support_of_a_question_comes_from_its_archives():
    for question in QUESTIONS.values():
        archives = {name for name in question.sets if name in ARCHIVES}
        if question.support:
            assert {support.document.split("/")[0] for support in question.support} == archives, question.id
        elif question.kind in ("out-of-domain", "general-knowledge"):
            assert not archives, question.id
        elif question.kind == "near-miss":
            assert len(archives) == 1, question.id


def test_each_archive_has_its_share_of_the_questions():
    counts = Counter(archive for q in QUESTIONS.values() for archive in q.sets if archive in ARCHIVES)
    assert min(counts[archive] for archive in ARCHIVES) >= 40


def test_every_part_has_every_kind_and_the_counts_are_those_of_the_readme():
    counts = Counter((question.kind, question.part) for question in QUESTIONS.values())
    table = re.findall(r"^\| `([a-z-]+)` \|.*\| (\d+) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)
    assert {kind for kind, *_ in table} == {kind for kind, _ in counts}
    for kind, *cells in table:
        assert [int(cell) for cell in cells] == [counts[kind, part] for part in PARTS], kind
        assert min(map(int, cells)) >= 4, kind


def test_the_sets_are_those_of_the_readme():
    sizes = Counter(name for question in QUESTIONS.values() for name in question.sets)
    assert {*ARCHIVES, "hair", "now", "memory", "web", "computed", "competition", "quick"} == set(sizes)
    assert all(f"`{name}`" in README for name in sizes)
    quick = [question.kind for question in QUESTIONS.values() if "quick" in question.sets]
    assert sorted(quick) == sorted({question.kind for question in QUESTIONS.values()})


SHARED = {
    "Kestrel": ("orbit", "league", "tidemark"), "Sorrel": ("basin", "league", "tidemark"),
    "Ansa": ARCHIVES[:3], "Harrow": ARCHIVES[:3], "Dunmoor": ARCHIVES[1:], "Varga": ("orbit", "league"),
    "Reed": ARCHIVES[2:], "spillway": ("basin", "tidemark"), "tidemark": ("basin", "tidemark"),
    "gauge": ("basin", "tidemark"),
}  # fmt: skip
"""Names that mean something else in each of these archives."""


def test_a_name_is_in_several_archives_with_different_meanings():
    texts = {archive: all_text(archive).casefold() for archive in ARCHIVES}
    for name, archives in SHARED.items():
        assert [archive for archive in archives if name.casefold() not in texts[archive]] == [], name
        assert f"**{name}" in README, name


def test_general_knowledge_is_enough_to_calibrate_on_and_has_keys():
    known = [question for question in QUESTIONS.values() if "memory" in question.sets]
    assert len(known) >= 12
    assert all(question.kind == "general-knowledge" and question.keys for question in known)
    assert {question.kind for question in QUESTIONS.values() if not question.support and question.keys} == set(BEYOND)


def on_subject(question, text):
    """Whether a text has the answer and most of the question's words."""
    asked = set(words(question.question))
    return answers(question, text) and len(asked & set(words(text))) > len(asked) / 2


def test_no_passage_of_an_archive_answers_what_only_the_web_does():
    passages = "\n\n".join(map(all_text, ARCHIVES)).split("\n\n")
    for question in WEB:
        assert not any(on_subject(question, passage) for passage in passages), question.id
        assert any(on_subject(question, TEXTS[page["file"]]) for page in PAGES), question.id


def test_what_only_the_web_answers_is_on_an_honest_page_that_its_search_finds(web):
    for question in WEB:
        found = {passage.source for passage in web.search(question.question).passages}
        honest = {page["url"] for page in PAGES if not page["trap"] and answers(question, TEXTS[page["file"]])}
        assert honest & found, question.id


def test_a_stale_or_poisoned_page_says_something_that_a_question_forbids():
    for page in PAGES:
        if page["trap"]:
            text = TEXTS[page["file"]]
            wrong = [q.id for q in QUESTIONS.values() if any(holds(text, value) for value in q.forbidden)]
            assert wrong, page["file"]
