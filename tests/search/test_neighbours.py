"""The passages beside one: those of its document and no others, in the order of the document."""

from ragkit.search.neighbours import beside
from ragkit.state import Passage

ONE, TWO, THREE = (Passage(name, "", source="owls.md") for name in ("one", "two", "three"))
OTHER = Passage("other", "", source="cats.md")
ALL = [OTHER, ONE, TWO, THREE]


def test_a_passage_comes_between_its_neighbours():
    assert beside(ALL, "two") == [ONE, TWO, THREE]


def test_the_first_of_a_document_has_none_of_the_document_before():
    assert beside(ALL, "one") == [ONE, TWO] and beside(ALL, "other") == [OTHER]


def test_a_longer_reach_finds_more_and_an_unknown_id_nothing():
    assert beside(ALL, "one", reach=2) == [ONE, TWO, THREE]
    assert beside(ALL, "zebra") == [] and beside([], "one") == []
