"""What a question asks for, by its words."""

import pytest

from ragkit.text.questions import about_now, asks_for, premise, unit_of, window


@pytest.mark.parametrize(("question", "thing"), [
    ("Who built it?", "person"), ("Whose dam is it?", "person"), ("When did it open?", "time"),
    ("In what month did it open?", "time"), ("How many gates has it?", "number"),
    ("What percentage is lost?", "number"),
    ("Where is it?", "place"), ("Why is it slow?", "other"), ("What is a gate?", "other"), ("Is it slow?", "other"),
    ("", "other"), ("What happened when the dam broke?", "other"),
])  # fmt: skip
def test_the_first_question_word_says_what_is_asked_for(question, thing):
    assert asks_for(question) == thing


@pytest.mark.parametrize(("question", "spelling"), [
    ("How many kilometres is it?", "km"), ("What share is that as a percentage?", "%"),
    ("How much is it in euros?", "€"),
])  # fmt: skip
def test_a_unit_is_known_by_all_its_spellings(question, spelling):
    assert spelling in unit_of(question)


@pytest.mark.parametrize("question", ["How many gates has it?", "Who swam ten kilometres?", "In which year?", ""])
def test_a_question_without_a_unit_asks_for_none(question):
    assert unit_of(question) == set()


@pytest.mark.parametrize(("question", "span"), [
    ("Who led it from 2029 to 2031?", (2029, 2031)), ("Who led it before 2031?", (0, 2031)),
    ("Who led it since May 2031?", (2031, 9999)), ("Who led it in 2031?", None), ("Who left after the flood?", None),
])  # fmt: skip
def test_a_span_of_years_has_two_ends(question, span):
    assert window(question) == span


@pytest.mark.parametrize("question", [
    "Who leads it now?", "What is the latest version?", "Is it still open?", "Who is currently the director?",
])  # fmt: skip
def test_a_question_may_be_about_now(question):
    assert about_now(question) and not about_now("Who was the director in 2031? I do not know.")


@pytest.mark.parametrize(("question", "taken"), [
    ("Why did the dam break?", "Did the dam break?"),
    ("In which year was Tern 2 launched?", "Was Tern 2 launched?"),
    ("How many goals did Dunmoor score in the final?", "Did Dunmoor score in the final any goals?"),
    ("Who led the club after Dunmoor merged with Brenholt?", "Is it true that Dunmoor merged with Brenholt?"),
    ("Who led the club after the season 2030–31?", ""),
    ("Who led the club after 2031?", ""), ("Who won?", ""), ("What is a gate?", ""), ("", ""),
    ("How long is the river?", ""),
    ("Which cup did Dunmoor win in 2031?", "Did Dunmoor win in 2031 any cup?"),
    ("What did the lander find?", "Did the lander find anything?"),
    ("How much did the flood cost?", "Did the flood cost?"),
    ("Since when may a review take long?", "May a review take long?"),
    ("How many clubs were relegated?", "Were any clubs relegated?"), ("What is the treaty?", ""),
    ("Where is it?", "Is it?"), ("How many gates has the dam?", ""), ("Which club is the oldest?", ""),
    ("How many gates would the dam have had under the first plan?", ""),
    ("After Tern 3.0 replaced the engine, why would I use 2.6?", "Is it true that Tern 3.0 replaced the engine?"),
    ("It is named after a club. How many points did they win?", ""),
    ("If I start here, when does the clock begin to run?", ""),
])  # fmt: skip
def test_what_a_question_takes_for_granted_is_a_question_with_yes_or_no(question, taken):
    assert premise(question) == taken
