"""The algorithms corpus keeps what its README promises."""

import json
import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from ragkit.documents import READERS, read
from ragkit.documents.html import read_html
from ragkit.evaluate.golden.correct import holds
from ragkit.evaluate.golden.questions import KINDS, PHRASED, folded_passages, load_questions, relevant
from ragkit.evaluate.golden.quotes import find_quote, letters_of

FOLDER = Path(__file__).parents[2] / "corpora" / "algorithms"
DOCS = {path.name: read(path, FOLDER / "docs") for path in sorted((FOLDER / "docs").iterdir())}
QUESTIONS = load_questions(FOLDER / "questions.jsonl", locked=True)
ANSWERABLE = [q for q in QUESTIONS if q.answer is not None]
README = (FOLDER / "README.md").read_text()


def plain(text: str) -> str:
    return " ".join(text.replace("|", " ").split()).casefold()


def test_there_are_enough_documents_of_every_form():
    forms = Counter(Path(name).suffix for name in DOCS)
    assert len(DOCS) >= 24 and forms[".pdf"] >= 4 and forms[".html"] >= 1 and set(forms) <= set(READERS)


@pytest.mark.parametrize("name", DOCS)
def test_a_document_has_400_to_1500_words_and_stands_in_the_readme(name):
    assert 400 <= len(re.findall(r"\w+(?:['-]\w+)*", DOCS[name].text)) <= 1700  # tables and captions count here
    assert f"`{name}`" in README or f"- {name}:" in README
    assert not DOCS[name].notes


def test_there_are_at_least_a_hundred_questions_and_eight_of_each_kind():
    kinds = Counter(q.kind for q in QUESTIONS)
    assert len(QUESTIONS) >= 100 and min(kinds[kind] for kind in KINDS if kind not in PHRASED) >= 8


def test_the_second_edition_was_dealt_to_three_parts_by_the_hash_of_the_ids_within_each_kind():
    """The first edition has no part of its own: its questions stay in the halves that they always had."""
    dealt = [question for question in QUESTIONS if question.part]
    assert len(QUESTIONS) - len(dealt) == 154 and len(dealt) >= 100
    turn = 0
    for kind in sorted({question.kind for question in dealt}):
        own = [question for question in dealt if question.kind == kind]
        for question in sorted(own, key=lambda q: sha256(q.id.encode()).digest()):
            assert question.part == ("fit", "test", "locked")[turn % 3], question.id
            turn += 1


def test_what_is_forbidden_is_in_no_reference_answer_and_in_no_key():
    for question in ANSWERABLE:
        for wrong in question.forbidden:
            assert not holds(question.answer, wrong), (question.id, wrong)
            assert not any(holds(key, wrong) for group in question.keys for key in group), (question.id, wrong)


def test_no_question_fulfils_a_key_by_its_own_words():
    for question in ANSWERABLE:
        for group in question.keys:
            assert not any(holds(question.question, key) for key in group), (question.id, group)


def test_a_table_question_forbids_another_cell():
    assert all(question.forbidden for question in QUESTIONS if question.kind == "table")


def test_the_named_sets_have_their_sizes_and_bench8_is_the_papers():
    sizes = Counter(name for q in QUESTIONS for name in q.sets)
    assert sizes == {"bench8": 8, "standard": 20, "hard": 10, "first": 154}
    bench8 = Counter(q.kind for q in QUESTIONS if "bench8" in q.sets)
    assert bench8 == {"factual": 2, "multi-hop": 2, "out-of-domain": 2, "ambiguous": 2}


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda q: q.id)
def test_an_answerable_question_is_answered_by_its_quotes(question):
    for support in question.support:
        assert find_quote(DOCS[support.doc].text, support.quote), f"{support.doc} does not say {support.quote!r}"
    quotes = plain(" ".join(s.quote for s in question.support))
    assert question.keys and question.support
    for group in question.keys:
        assert any(plain(spelling) in quotes for spelling in group), f"no quote says {group}"
        assert any(plain(spelling) in plain(question.answer) for spelling in group), f"the answer lacks {group}"


def test_an_unanswerable_question_has_neither_keys_nor_support():
    unanswerable = [q for q in QUESTIONS if q.answer is None]
    assert {q.kind for q in unanswerable} == {"out-of-domain", "near-miss", "false-premise"}
    assert not any(q.keys or q.support for q in unanswerable)
    assert all(q.answer is None for q in QUESTIONS if q.kind in ("out-of-domain", "near-miss"))


def test_multi_hop_and_conflicting_questions_need_two_places():
    for question in QUESTIONS:
        if question.kind == "multi-hop":
            assert len({s.doc for s in question.support}) >= 2, question.id
        if question.kind == "conflicting":
            assert len(question.support) >= 2, question.id


def test_every_quote_is_carried_by_a_passage_however_the_documents_are_cut(corpus_kit):
    letters = folded_passages(corpus_kit.corpus.passages)
    assert all(carriers for question in QUESTIONS for carriers in relevant(question, letters))


def test_the_support_of_a_table_question_is_a_row_of_a_table():
    rows = [s.quote for q in QUESTIONS if q.kind == "table" for s in q.support]
    tables = {row for d in DOCS.values() for row in d.text.splitlines() if row.startswith("|")}
    assert all(any(letters_of(quote) in letters_of(row) for row in tables) for quote in rows)


def test_near_duplicates_share_most_of_their_lines():
    one, other = (set(DOCS[f"breadth-first-search{v}.md"].text.splitlines()) for v in ("", "-2019-handout"))
    assert len(one & other) / len(one | other) > 0.5 and one != other


def test_one_injection_is_hidden_and_dropped_and_one_stands_in_plain_sight():
    assert b"TurboSets" in (FOLDER / "docs" / "union-find.html").read_bytes()
    assert "TurboSets" not in DOCS["union-find.html"].text
    assert "CacheWhiz" in DOCS["hash-tables.md"].text


def test_recorded_web_pages_are_listed_with_traps_and_reserved_addresses():
    pages = [json.loads(line) for line in (FOLDER / "web" / "index.jsonl").read_text().splitlines()]
    traps = Counter(page["trap"] for page in pages)
    assert traps["poisoned"] >= 1 and traps["stale"] >= 1
    for page in pages:
        assert re.fullmatch(r"https://([a-z0-9-]+\.)*(example\.(org|com)|[a-z0-9-]+\.example)/.*", page["url"])
        assert len(read_html((FOLDER / "web" / page["file"]).read_bytes()).text) > 200
    assert {p["file"] for p in pages} == {f"pages/{p.name}" for p in (FOLDER / "web" / "pages").iterdir()}


def test_the_pdfs_are_what_their_sources_make():
    check = subprocess.run([sys.executable, FOLDER / "build_pdfs.py", "--check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
