"""Two passages may be joined where something leads from one to the other, and nowhere else."""

import pytest

from ragkit.state import Passage
from ragkit.text.joins import bases, names

HALL = Passage("hall", "Toad Hall belongs to the National University.", source="hall.md", section="Toad Hall (old)")
UNIVERSITY = Passage("uni", "It is in Canberra.", source="uni.md", section="National University > Places")
OTHER = Passage("other", "Sydney has a harbour.", source="sydney.md", section="Sydney")


def joined(*passages, hopped=()):
    return [tuple(one.id for one in base) for base in bases(passages, hopped) if len(base) == 2]


def test_a_passage_leads_to_the_one_whose_title_it_names():
    assert joined(HALL, UNIVERSITY, OTHER) == [("hall", "uni")]
    assert joined(UNIVERSITY, OTHER, HALL) == [("hall", "uni")]


def test_a_hop_leads_from_every_first_passage_to_what_it_found_but_not_between_two_finds():
    assert joined(HALL, OTHER, hopped=["other"]) == [("hall", "other")]
    assert joined(HALL, OTHER, hopped=["hall", "other"]) == []


def test_passages_of_one_document_are_not_joined_by_its_title():
    again = Passage("again", "The National University is old.", source="uni.md", section="National University")
    assert joined(again, UNIVERSITY) == []


@pytest.mark.parametrize(
    ("title", "is_named"),
    [
        ("National University", True), ("national universities", True), ("University > National", True),
        ("National University (Canberra)", True), ("University National", False),
        ("National University of Sydney", False), ("", False), ("(old)", False), ("The", False),
    ],
)  # fmt: skip
def test_a_title_is_named_word_for_word_whatever_its_endings_case_and_brackets(title, is_named):
    passage = Passage("p", "It is in Canberra.", section=title)
    assert names(HALL.text, passage) is is_named
