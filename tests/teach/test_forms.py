"""Sentences in other forms state the same or less; a sentence that cannot stand alone is left out."""

import pytest

from ragkit.evaluate.golden.values import name_types
from ragkit.teach.forms import forms, joined, usable


@pytest.mark.parametrize(
    "sentence",
    [
        "They hunt mice in the fields at night.",  # who?
        "Owls hunt mice.",
        "See the image of the indicator diagram below.",
        "Brands, which also owns the sister franchise, is old.",  # cut behind the full stop of a name
        "94, was completed in the summer of that year.",
        "The list (of all the tasks is sorted by name.",
        "The call `sort(x)` puts the list in order.",
        "Why is the list of all tasks sorted?",
    ],
)
def test_what_states_nothing_by_itself_is_no_claim(sentence):
    assert not usable(sentence)


def test_a_sentence_is_shortened_turned_and_cut_at_its_semicolon():
    assert forms("Owls hunt mice in the dark fields; the cats of the farm sleep by day.") == [
        "Owls hunt mice in the dark fields.",
        "The cats of the farm sleep by day.",
    ]
    assert forms("In 1962, the owls of the old farm slept.") == ["The owls of the old farm slept in 1962."]


def test_a_joined_sentence_keeps_the_capital_of_a_name():
    assert joined("Owls sleep.", "Tarjan sleeps.") == "Owls sleep, and Tarjan sleeps."


def test_a_name_with_two_clues_or_written_small_elsewhere_has_no_type():
    assert name_types(["It was found by Oslo, who lives in Oslo."]) == {}
    assert name_types(["It was printed in Magazines.", "Read magazines."]) == {}


def test_a_place_of_which_a_part_is_named_is_no_place_like_that_part():
    types = name_types(["It was built in Paris, France.", "He died in France.", "She lives in Paris."])
    assert types == {"Paris": "place", "France": "larger place"}
