"""A name is exchanged for one of its kind: by its last word, by its number, or by its column."""

import pytest

from ragkit.evaluate.study.other_names import are_of_a_kind, marks, other_names

TABLE = "| club | ground |\n|---|---|\n| Marren City | Harrow Lane |\n| Calder Point | The Quay |\n| none | 12 |"


def others(question, text, **types):
    return [other.other for other in other_names(question, text, types)]


def test_names_of_one_type_are_of_a_kind_however_they_are_used():
    text = "It was built by Kahn. Korf paid for it, and Rome did not."
    assert others("What did Kahn build?", text) == []
    assert others("What did Kahn build?", text, Kahn="person", Korf="person", Rome="place") == ["Korf"]


def test_names_with_the_same_last_word_are_of_a_kind():
    text = "Dunmoor Dam was closed, and Upper Orle Dam. The Dam is old. See Marren Lake."
    assert others("How high is Marren Dam?", text) == ["Dunmoor Dam", "Upper Orle Dam"]


def test_names_in_one_column_of_a_table_are_of_a_kind():
    assert others("Where does Marren City play?", TABLE) == ["Calder Point"]
    assert others("Who owns Harrow Lane?", TABLE) == ["The Quay"]


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("Tern-3", "Tern-1", True),
        ("Tidemark 3.0", "Tidemark 4.1", True),
        ("Tidemark 3.0", "Kestrel 3.0", False),
        ("Boyer-Moore", "J Strother Moore", False),  # a name with a hyphen is one word
        ("Plan B", "Block B", False),  # a letter is no kind
        ("December 2030", "December 2031", False),  # a time is no name
    ],
)
def test_what_is_of_a_kind(one, other, are):
    assert are_of_a_kind(one, other) is are


@pytest.mark.parametrize("text", ["Marren Dam", "The Old Marren Dam", "Dam"])
def test_a_name_within_another_one_may_be_its_short_form(text):
    assert others("How high is Marren Dam?", f"It is {text}.") == []


def test_the_first_word_of_a_question_and_a_name_that_is_in_it_are_left_alone():
    assert others("Marren Dam is how high?", "It is Dun Dam.") == []
    assert others("Is Marren Dam higher than Dun Dam?", "It is Dun Dam.") == []


def test_a_name_is_marked_by_itself_and_by_its_long_parts_that_the_other_lacks():
    (dam,) = other_names("How high is Marren Dam?", "By Dunmoor Dam.", {})
    (tern,) = other_names("When was Tern-3 launched?", "By Tern-1.", {})
    assert (marks(dam), marks(tern)) == (["Dunmoor Dam", "Dunmoor"], ["Tern-1"])
