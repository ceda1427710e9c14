"""Sentences in other forms state the same or less; a sentence that cannot stand alone is left out."""

import pytest

from ragkit.teach.forms import forms, joined, usable
from ragkit.teach.negations import affirmed, dated_fact, denied
from ragkit.teach.relations import crossed, opposed
from ragkit.teach.values import name_types, values


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


@pytest.mark.parametrize(
    "sentence",
    [
        "Many lists are sorted by the program.",  # some are, and some are not
        "When the list is empty it is sorted.",
        "The list is only sorted once.",
        "The program sorts the list.",
        "The list is not sorted.",
    ],
)
def test_a_not_is_put_only_where_it_denies_the_sentence(sentence):
    assert denied(sentence) == ""


@pytest.mark.parametrize(
    "sentence",
    ["It is not only fast but short.", "It is not sorted, nor is it short.", "It is not yet sorted.", "It is sorted."],
)
def test_a_not_stays_where_the_sentence_would_not_be_its_denial(sentence):
    assert affirmed(sentence) == ""


def test_a_fact_of_two_years_or_with_a_superlative_is_not_denied_by_its_year():
    assert dated_fact("The list was sorted by Kahn in 1962 on paper.") == "The list was sorted by Kahn in 1962."
    assert dated_fact("The list of 1958 was sorted by Kahn in 1962.") == ""
    assert dated_fact("It was the first list that was sorted in 1962.") == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "At most three lists are sorted.",
        "No list came before or since.",
        "By then more lists came first.",
        "It is a list.",
    ],
)
def test_a_relation_is_turned_only_where_one_word_carries_it(sentence):
    assert opposed(sentence) == ("", "")


@pytest.mark.parametrize(
    "sentence",
    [
        "It opens on Tuesday, Wednesday and Thursday.",
        "It ran between 1958 and 1962 without a pause.",
        "It was written by Kahn and Tarjan together.",
    ],
)
def test_members_of_a_list_do_not_change_places(sentence):
    types = {"Kahn": "person", "Tarjan": "person"}
    assert crossed(sentence, values(sentence, types)) == ""


def test_a_name_with_two_clues_or_written_small_elsewhere_has_no_type():
    assert name_types(["It was found by Oslo, who lives in Oslo."]) == {}
    assert name_types(["It was printed in Magazines.", "Read magazines."]) == {}


def test_a_place_of_which_a_part_is_named_is_no_place_like_that_part():
    types = name_types(["It was built in Paris, France.", "He died in France.", "She lives in Paris."])
    assert types == {"Paris": "place", "France": "larger place"}
