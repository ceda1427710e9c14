"""How near an answer's number is to the reference's, in the unit that the question asks for."""

import pytest

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.measures.proximity import proximity, references, relative_error


def asked(question, *keys, kind="numeric"):
    return Question("q", question, kind, "", tuple((key,) for key in keys), (), "easy")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("It is 120 m high.", 0.0),
        ("It is 0.12 km high. [1]", 0.0),
        ("About 90 metres.", 0.25),  # 30 / 120
        ("180", 0.5),
        ("It weighs 120 tonnes.", None),  # measures something else
        ("It was built by 120 workers.", None),
        ("It is high.", None),
        ("Either 240 m or 150 m.", 0.25),  # the nearest counts
        ("In 2031 it was 60 m.", 0.5),
    ],
)
def test_the_error_is_relative_to_the_reference_and_in_its_unit(answer, error):
    assert relative_error(asked("How many metres high is the dam?", "120"), answer) == error


def test_the_numbers_that_the_question_gives_are_not_the_answer():
    question = asked("How many boats passed in the 40 days?", "50")
    assert relative_error(question, "In the 40 days, 45 boats passed.") == pytest.approx(0.1)
    assert relative_error(question, "In the 40 days boats passed.") is None


def test_a_number_of_the_question_counts_where_it_is_the_right_answer():
    assert relative_error(asked("How wide is the 40 m dam?", "40"), "It is 40 m wide.") == 0


def test_of_several_references_the_worst_counts():
    question = asked("How many came and how many left?", "100", "50")
    assert relative_error(question, "100 came.") == 1.0  # 100 is nearest to 50, and off by all of it
    assert relative_error(question, "90 came and 50 left.") == pytest.approx(0.1)


def test_proximity_is_nought_where_the_error_is_larger_than_the_reference():
    assert proximity(asked("How many?", "10"), "It was 1000.") == 0.0


def test_a_reference_of_nought_is_met_or_missed():
    question = asked("How many?", "0")
    assert (proximity(question, "It has 0."), proximity(question, "It has 7.")) == (1.0, 0.0)


def test_years_phrases_and_alternatives_are_no_numbers_to_be_near_to():
    assert references(asked("When was it built?", "1962")) == []
    assert references(asked("Who built it, and when?", "Ada", "1962")) == []
    assert references(asked("How fast is it?", "O(n)")) == []
    assert references(asked("Is it high?", "100", kind="ambiguous")) == []
    both = Question("q", "How often?", "factual", "", (("a third", "33"),), (), "easy")
    assert references(both) == []  # its first spelling is in words


def test_a_count_that_looks_like_a_year_is_a_number_where_a_number_is_asked_for():
    (count,) = references(asked("How many boats passed?", "1962"))
    assert count.number == 1962
