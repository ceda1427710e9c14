"""A name is a person or a place by the word before it; one with both clues is neither."""

import pytest

from ragkit.evaluate.noise.names import names, others_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Invented by Daniel Sleator and Robert Tarjan in 1985.", {"Daniel Sleator": "person of 2"}),
        ("It was printed in Moscow.", {"Moscow": "place of 1"}),
        ("Printed by Dover in Dover.", {}),
        ("By Monte Carlo methods, or by Monte Carlo methods.", {}),
        ("It is solved by Dijkstra's algorithm.", {}),
        ("As shown in Table 3, in May, in The end, and in NP.", {}),
        ("By the way, by one of them, by Two of them.", {}),
        ("", {}),
    ],
)
def test_names_by_their_clues(text, found):
    assert names([text]) == found


def test_the_others_are_of_the_same_type_and_share_no_word():
    types = names(["by Daniel Sleator,", "by Robert Tarjan,", "by Daniel Tarjan,", "by Korf,", "in Paris,"])
    assert others_of("Daniel Sleator", types) == ["Robert Tarjan"] and others_of("Korf", types) == []
