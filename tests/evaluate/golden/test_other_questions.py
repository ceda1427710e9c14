"""A value of a question is exchanged where nothing says the same of the other value."""

import pytest
from lessons import BELLMAN, KAHN, case

from ragkit.evaluate.golden.other_questions import may_answer, may_ask, other_questions
from ragkit.evaluate.golden.swaps import typed
from ragkit.state import Passage

OSLO = "Who published the first method of sorting for Oslo in 1962?"


def test_names_numbers_or_both_are_exchanged():
    # The passages have the years 1962, 1976, 1958 and 1959; Oslo has no other name of its type.
    years = [other.other for other in other_questions(OSLO, "Kahn", case().context)]
    assert years == ["1976", "1958", "1959"]
    assert [other.other for other in other_questions(OSLO, "Kahn", case().context, names=False)] == years
    assert list(other_questions(OSLO, "Kahn", case().context, names=True)) == []


def test_what_comes_out_has_the_other_value_and_says_which_it_was():
    first = next(other_questions(OSLO, "Kahn", case(passages=(KAHN,)).context))
    assert first.question == OSLO.replace("1962", "1976") and first.value.text == "1962"


def test_a_value_that_supports_the_answer_is_not_exchanged_for():
    said = f"Kahn. {BELLMAN.text}"  # has 1958 and 1959
    assert [other.other for other in other_questions(OSLO, said, case().context)] == ["1976"]


@pytest.mark.parametrize(
    ("question", "may"),
    [
        ("Who led the troops of Oslo in 1962?", True),
        ("What happened in 1962?", False),  # of every year something may be told
        ("Who led the troops of Oslo prior to 1962?", False),  # with a later year it is as true
        ("Why is the second list of Oslo needed?", False),
        ("Who led " + "the old and the new " * 5 + "troops of Oslo in 1962?", False),
    ],
)
def test_a_number_is_exchanged_only_in_a_short_question_that_names_something(question, may):
    found = typed(question, case().context)
    assert [may_ask(question, value) for value in found] == [may]


def test_a_question_for_a_number_is_not_asked_of_a_year_for_which_a_number_is_given():
    told = Passage("t", "In 1976 there were 12 lists. In 1958 the lists of Oslo were long.", source="told.md")
    context = case(passages=(told,)).context
    many = "How many lists of Oslo were there in 1962?"
    assert may_answer(many, "1976", context) and not may_answer(many, "1958", context)
    assert not may_answer("Who made lists for Oslo in 1962?", "1976", context)
