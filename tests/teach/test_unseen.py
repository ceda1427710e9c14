"""Claims about the documents of the part test: of all their passages, and of no other document."""

import json
from dataclasses import asdict, replace

import pytest
from lessons import BELLMAN, KAHN, WHEN, corpus

from ragkit.teach.build import NothingToTeach, judgements
from ragkit.teach.kinds import KINDS
from ragkit.teach.parts import paired
from ragkit.teach.split import split_of
from ragkit.teach.unseen import passages_of, unseen_claims

TEST, TRAIN = "Eagles", "Newts"
"""Titles of documents in these parts, as the doctest of `split_of` shows."""


@pytest.fixture
def dealt(tmp_path):
    """Kahn's document in the part test, Bellman's in the part train."""
    return corpus(replace(KAHN, section=TEST), replace(BELLMAN, section=TRAIN), folder=tmp_path)


def test_they_are_claims_about_documents_of_the_part_test_alone(dealt):
    found = unseen_claims(dealt)
    assert {one.group for one in found} == {TEST} and split_of(TEST) == "test"
    assert {passage.id for one in found for passage in one.passages} == {"k"}
    assert {KINDS[one.kind].about for one in found} == {"claim"}
    # 1962 and 1976, 24 and 10 are of one type each
    assert {pair.kind for pair in paired(found)} >= {"number swapped"}


def test_passages_that_golden_questions_of_test_quote_are_among_them_though_they_may_not_teach(dealt):
    measured = asdict(replace(WHEN, part="test"))
    (dealt.folder / "questions.jsonl").write_text(json.dumps(measured))
    teaching = judgements(dealt, quiet=True)
    assert {passage.id for one in teaching for passage in one.passages} == {"b"}
    assert {passage.id for one in unseen_claims(dealt) for passage in one.passages} == {"k"}


def test_without_a_document_in_the_part_there_is_nothing(tmp_path):
    with pytest.raises(NothingToTeach, match="0 passages"):
        unseen_claims(corpus(replace(BELLMAN, section=TRAIN), folder=tmp_path))


def test_a_part_has_every_passage_of_its_documents():
    lower = replace(KAHN, id="k2", section=f"{TEST} > Food")
    dealt = [replace(KAHN, section=TEST), replace(BELLMAN, section=TRAIN), lower]
    assert [passage.id for passage in passages_of("test", dealt)] == ["k", "k2"]
    assert [passage.id for passage in passages_of("train", dealt)] == ["b"]
    assert passages_of("dev", dealt) == []
