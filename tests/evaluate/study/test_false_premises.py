"""A value of a question is exchanged for another one of its document, of which nothing says it."""

from dataclasses import replace
from random import Random

import pytest
from lessons import KAHN
from studies import FOLDER, QUOTE, WHEN, WHO, draft

from ragkit.evaluate.golden.correct import held_back
from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.false_premises import ELSEWHERE, NO_VALUE, false_premise
from ragkit.evaluate.study.taken_away import MOST
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
        ("The documents don’t say who published one in 1976.", True),
        ("Kahn published it. [1]", False),
        ("Kahn published it in 1976.", False),
    ],
)
def test_who_abstains_or_denies_is_right_and_who_answers_is_wrong(answer, is_right):
    found, _ = made(WHO)
    assert held_back(found, answer) is is_right


def test_passages_that_name_the_other_value_are_left_out_except_those_that_support_the_question():
    rival = Passage("rival", "A method for graphs was published by Tarjan. It is new.", source="rival.md")
    named = Passage("named", "He was born in Rome.", source="tarjan.md")
    found, _ = made(BY_WHOM, rival, named)
    quotes = {"rival.md": "A method for graphs was published by Tarjan.", "tarjan.md": "He was born in Rome."}
    assert found.without == tuple(Support(*quoted) for quoted in quotes.items())
    assert left_out(found, [*FOLDER, rival, named]) == {"rival", "named"}
    assert made(BY_WHOM)[0].without == ()


def test_a_value_that_is_named_everywhere_is_not_exchanged_for():
    many = [Passage(f"m{number}", f"Tarjan saw {number} owls.", source="m.md") for number in range(MOST + 1)]
    assert made(BY_WHOM, *many) == (None, ELSEWHERE)
    assert made(BY_WHOM, *many[1:])[0].question == "Which method was published by Tarjan?"


def test_a_sentence_beside_the_support_with_one_word_of_the_question_is_enough_to_leave_a_value_alone():
    rows = "| ground | seats |\n|---|---|\n| Harrow Lane | many |\n| Mill Lane | few |"
    grounds = Passage("grounds", rows, source="grounds.md")
    asked = draft("seats", "Are the seats of Harrow Lane many, and are they new and red?", "many",
                  "| Harrow Lane | many |", "grounds.md")  # fmt: skip
    assert made(asked, grounds) == (None, ELSEWHERE)
    other = replace(asked, question="Is Harrow Lane large?")
    assert made(other, grounds)[0].question == "Is Mill Lane large?"


def test_a_number_is_exchanged_in_a_question_about_an_event_only():
    was = replace(WHO, question="Who was the head of the first method of sorting for Oslo in 1962?")
    assert made(was) == (None, NO_VALUE)


def test_a_name_with_the_same_last_word_is_of_the_kind():
    text = "Marren Dam is 48 m high. It was built after Dunmoor Dam was closed by the Orle Office."
    dams = Passage("dams", text, source="dams.md")
    high = draft("high", "How high is Marren Dam?", "48 m", "Marren Dam is 48 m high.", "dams.md")
    more = Passage("more", "Dunmoor has a wall of 31 m.", source="more.md")
    found, _ = made(high, dams, more)
    assert found.question == "How high is Dunmoor Dam?" and found.keys[0][0] == "Marren Dam"
    assert [quoted.document for quoted in found.without] == ["more.md"]


def test_a_question_without_a_value_that_can_be_exchanged_gives_none():
    assert made(WHEN) == (None, NO_VALUE)


def test_a_value_that_stays_in_the_question_is_no_key():
    twice = draft("twice", "Which method of Kahn's was published by Kahn?", "sorting tasks", QUOTE)
    assert KAHN.text.startswith(QUOTE) and made(twice) == (None, NO_VALUE)
