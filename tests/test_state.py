"""The nouns: what a passage says of itself, and what a state starts with."""

import pytest

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.state import Passage


@pytest.mark.parametrize(
    ("passage", "place"),
    [
        (Passage("a", "", "owls.pdf", "Owls > Food", 3), "owls.pdf, page 3, Owls > Food"),
        (Passage("a", "", "owls.md", "Owls"), "owls.md, Owls"),
        (Passage("a", "", "owls.txt"), "owls.txt"),
        (Passage("a", ""), ""),
    ],
)
def test_a_place_names_what_is_known(passage, place):
    assert passage.place == place


def test_headings_are_searched_with_the_text():
    assert Passage("a", "It takes O(log n).", section="Heaps").searchable == "Heaps\nIt takes O(log n)."
    assert Passage("a", "It takes O(log n).").searchable == "It takes O(log n)."


def test_two_states_share_nothing():
    one, two = AdaptiveState(question="?"), AdaptiveState(question="?")
    one.passages.append(Passage("a", ""))
    one.notes.append("x")
    assert two.passages == [] and two.notes == []
