"""Judgements from a corpus: the same for a seed, balanced, of allowed passages only, and without a leak."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from lessons import BELLMAN, KAHN, WHEN, corpus

from ragkit.documents.corpus import load
from ragkit.evaluate.golden.parts import part_of
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.teach.build import NothingToTeach, _cases, counts, judgements
from ragkit.teach.gates import hold
from ragkit.teach.judgement import read, write
from ragkit.teach.kinds import KINDS
from ragkit.teach.material import material, own_questions
from ragkit.teach.parts import paired
from ragkit.teach.split import overlaps, split_of

pytestmark = pytest.mark.slow

ALGORITHMS = Path(__file__).parent.parent.parent / "corpora" / "algorithms"


@pytest.fixture(scope="module")
def algorithms(cache):
    """The corpus, cut by letters instead of an embedder's tokens."""
    return load(ALGORITHMS, Settings(cache=cache), lambda text: len(text) // 4, quiet=True)


@pytest.fixture(scope="module")
def taught(algorithms):
    return judgements(algorithms, quiet=True)


def test_the_gates_hold_on_the_corpus_with_bm25_distractors(taught):
    found = hold(taught)
    assert {gate.kind for gate in found} > {"number swapped", "wrong row", "sentence removed", "passage exchanged"}
    assert len(taught) > 400


def test_no_passage_of_a_question_of_test_or_locked_enters_a_judgement(algorithms, taught):
    quotes = [
        letters_of(support.quote)
        for question in own_questions(algorithms)
        if part_of(question) != "fit"
        for support in question.support
    ]
    assert len(quotes) > 200
    texts = {letters_of(passage.text) for one in taught for passage in one.passages}
    # a gap in a passage may put a sentence of its own at the edge, but never a quote into it
    assert [quote for quote in quotes for text in texts if quote in text] == []
    whole = {passage.id: letters_of(passage.text) for passage in algorithms.passages}
    used = {passage.id for one in taught for passage in one.passages}
    assert not [id for id in used if any(overlaps(whole[id], quote) for quote in quotes)]


def test_the_passages_of_a_judgement_are_all_of_its_part_of_the_data(algorithms, taught):
    found = material(algorithms.passages, own_questions(algorithms))
    for one in taught:
        parts = {split_of(found.groups[passage.source]) for passage in one.passages}
        assert parts == {split_of(one.group)}


def test_evidence_has_up_to_eight_passages_and_the_answering_one_anywhere(taught):
    sizes = {len(one.passages) for one in taught}
    assert 1 in sizes and max(sizes) <= 8 and len(sizes) > 4
    places = defaultdict(int)
    for yes, no in paired(taught):
        if yes.kind == "sentence removed":
            differ = [place for place, two in enumerate(zip(yes.passages, no.passages)) if two[0] != two[1]]
            places[differ[0]] += 1
    assert len(places) > 2


def test_questions_about_the_same_passages_have_the_same_evidence(algorithms):
    found = material(algorithms.passages, own_questions(algorithms))
    evidence = defaultdict(set)
    questions = defaultdict(set)
    for case in _cases(found, seed=0):
        evidence[case.focus].add(case.passages)
        questions[case.focus].add(case.question)
    assert all(len(sets) == 1 for sets in evidence.values())
    assert max(len(asked) for asked in questions.values()) > 1


def test_the_same_seed_gives_the_same_judgements_and_another_one_others(algorithms, taught):
    some = judgements(algorithms, most=60, quiet=True)
    assert some == judgements(algorithms, most=60, quiet=True)
    assert some != judgements(algorithms, seed=1, most=60, quiet=True)
    assert set(some) <= set(taught)


def test_at_most_as_many_as_wanted_are_made_and_kinds_are_balanced(algorithms):
    some = judgements(algorithms, most=100, quiet=True)
    assert 90 <= len(some) <= 100
    pairs = [row["train"] + row["dev"] + row["test"] for row in counts(some)]
    assert sum(pairs) == len(some) / 2
    assert max(pairs) <= 9


def test_a_file_of_judgements_is_read_as_it_was_written(taught, tmp_path):
    write(taught[:20], tmp_path / "taught.jsonl")
    assert read(tmp_path / "taught.jsonl") == taught[:20]


def test_a_folder_without_golden_questions_gives_claims_only_and_says_so(tmp_path):
    with pytest.warns(UserWarning, match="no golden question of the part fit .* only claims are made"):
        found = judgements(corpus(KAHN, BELLMAN, folder=tmp_path))
    assert found and {KINDS[one.kind].about for one in found} == {"claim"}
    assert {one.question for one in found} <= {
        "What do the passages say about Sorting?",
        "What do the passages say about Routes?",
    }


def test_documents_of_which_nothing_can_be_made_are_an_error_that_says_what_was_found(tmp_path):
    chinese = Passage("z", "猫头鹰在夜间捕食老鼠。" * 20, source="owl.md")
    with pytest.raises(NothingToTeach, match=r"1 passages, 0 of them left out .*; 0% of the letters are Latin"):
        judgements(corpus(chinese, folder=tmp_path), quiet=True)


def test_a_corpus_whose_passages_all_measure_teaches_nothing(tmp_path):
    measured = replace(WHEN, part="test")
    with pytest.raises(NothingToTeach, match="1 of them left out because golden questions of test or locked"):
        judgements(corpus(KAHN, folder=tmp_path), [measured], quiet=True)


def test_own_questions_are_found_beside_the_documents_and_locked_ones_are_among_them(algorithms):
    assert {question.part for question in own_questions(algorithms)} == {None, "fit", "test", "locked"}


def test_a_folder_has_no_questions_of_the_folder_above_it(tmp_path):
    (tmp_path / "questions.jsonl").write_text("{}")
    assert own_questions(corpus(KAHN, folder=tmp_path / "notes")) == []
