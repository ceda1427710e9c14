"""A value of a question is exchanged for another one of its document, of which nothing says it."""

from dataclasses import replace
from random import Random

import pytest
from lessons import KAHN
from studies import FOLDER, QUOTE, WHEN, WHO, draft

from ragkit.evaluate.golden.correct import held_back
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.false_premises import ELSEWHERE, NO_VALUE, false_premise
from ragkit.state import REFUSAL, Passage

BY_WHOM = draft("by-whom", "Which method was published by Kahn?", "sorting tasks")


def made(question, *more, seed=0):
    return false_premise(question, Documents([*FOLDER, *more]), Random(seed))


def test_a_year_becomes_the_other_year_of_its_document():
    # sorting.md has 1962 and 1976; 1958 and 1959 are in routes.md
    for seed in range(5):
        found, why = made(WHO, seed=seed)
        assert found.question == "Who published the first method of sorting for Oslo in 1976?" and why == ""
    assert (found.id, found.kind, found.twin, found.support) == ("who-false", "false-premise", "who", WHO.support)
    assert found.keys[0][0] == "1962" and found.answer == "The documents say it of 1962, not of 1976."


def test_a_person_becomes_another_person_of_its_document():
    found, _ = made(BY_WHOM)
    assert found.question == "Which method was published by Tarjan?" and found.keys[0][0] == "Kahn"


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [
        (REFUSAL, True),
        ("It was published in 1962, by Kahn.", True),
        ("The documents do not mention a method of 1976.", True),
        ("Kahn published it. [1]", False),
        ("Kahn published it in 1976.", False),
    ],
)
def test_who_abstains_or_denies_is_right_and_who_answers_is_wrong(answer, is_right):
    found, _ = made(WHO)
    assert held_back(found, answer) is is_right


def test_where_another_document_may_say_it_of_the_other_value_there_is_none():
    rival = Passage("rival", "A method for graphs was published by Tarjan.", source="rival.md")
    assert made(BY_WHOM, rival) == (None, ELSEWHERE)


def test_a_question_without_a_value_that_can_be_exchanged_gives_none():
    assert made(WHEN) == (None, NO_VALUE)
    assert made(replace(WHO, support=())) == (None, NO_VALUE)


def test_a_value_that_stays_in_the_question_is_no_key():
    twice = draft("twice", "Which method of Kahn's was published by Kahn?", "sorting tasks", QUOTE)
    assert KAHN.text.startswith(QUOTE) and made(twice) == (None, NO_VALUE)
