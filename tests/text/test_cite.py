"""A sentence is cited with the passage that it rests on, and with a second one where it needs that too."""

import pytest

from ragkit.state import Passage
from ragkit.text.cite import cite, cited

HALL = Passage("hall", "Toad Hall belongs to the National University.", source="hall.md", section="Toad Hall")
UNIVERSITY = Passage("uni", "It is in Canberra, founded in 1946.", source="uni.md", section="National University")
OTHER = Passage("other", "A hall in Sydney is a museum of 1950.", source="museum.md", section="Museums")


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("Toad Hall belongs to the National University.", "[1]"),
        ("Toad Hall of the National University is in Canberra.", "[1] [2]"),
        ("Toad Hall of the National University has been in Canberra since 1999.", "[1]"),  # 1999 is nowhere
        ("The National University was founded in 1946.", "[2]"),
    ],
)
def test_a_name_that_its_passage_lacks_is_cited_from_one_that_may_be_joined_to_it(answer, numbers):
    assert cite(answer, [HALL, UNIVERSITY]) == f"{answer} {numbers}"


def test_a_passage_that_nothing_leads_to_is_not_cited_for_what_is_lacking():
    answer = cite("Toad Hall belongs to the National University of 1950.", [HALL, OTHER])
    assert len(cited(answer, [HALL, OTHER])) == 1


def test_a_sentence_without_a_word_of_the_passages_has_no_number():
    assert cite("Nobody knows.", [HALL, UNIVERSITY]) == "Nobody knows."
    assert cite("Nobody knows.", []) == "Nobody knows."


def test_what_a_second_hop_found_is_cited_beside_what_led_to_it():
    # No title is named: only the hop leads from the hall to the place.
    place = Passage("place", "Canberra is a planned city.", source="place.md", section="Planned cities")
    sentence = "Toad Hall of the National University is in Canberra."
    assert cite(sentence, [HALL, place]) == f"{sentence} [1]"
    assert cite(sentence, [HALL, place], hopped=["place"]) == f"{sentence} [1] [2]"
