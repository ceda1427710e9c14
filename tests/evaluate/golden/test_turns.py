"""The reply to a turn is right by its keys, by abstaining, by asking back, or by stating nothing."""

import pytest

from ragkit.evaluate.golden.conversations import ConversationTurn, Reading
from ragkit.evaluate.golden.turns import graded_turn, states_nothing
from ragkit.state import REFUSAL

KAHN = ConversationTurn("And Kahn?", "ellipsis", "When did Kahn write?", "In 1962.", (("1962",),), ("1926",))
GO_ON = ConversationTurn("go on", "assent", "When did Kahn write?", "In 1962.", (("1962",),))
BEYOND = ConversationTurn("where?", "beyond", "Where did Kahn write?", None)
THANKS = ConversationTurn("thanks", "greeting", "", None)
GRID = Reading("the grid", "102 passes.", (("102",),), ())
RANDOM = Reading("the random graph", "8 passes.", (("8",),), ())
UNCLEAR = ConversationTurn("How many?", "unclear", "How many passes?", None, readings=(GRID, RANDOM))


def grade(turn, answer, refused=False, asked_back=False):
    return graded_turn(turn, answer, refused, asked_back)


def test_an_answer_counts_by_its_keys_and_what_is_forbidden():
    assert grade(KAHN, "In 1962 [1].") == 1
    assert grade(KAHN, "In 1936 [1].") == 0
    assert grade(KAHN, "In 1962, and Boruvka in 1926.") == 0


def test_a_clear_question_is_not_answered_by_a_refusal_or_by_asking_back():
    assert grade(KAHN, REFUSAL, refused=True) == 0
    assert grade(KAHN, "Do you mean the article of 1962?", asked_back=True) == 0


def test_beyond_the_documents_only_abstaining_is_right():
    assert grade(BEYOND, REFUSAL, refused=True) == 1
    assert grade(BEYOND, "In New York.") == 0
    assert grade(BEYOND, "Which Kahn?", asked_back=True) == 0


@pytest.mark.parametrize(
    ("answer", "asked_back", "grade_"),
    [
        ("On which graph?", True, 1),
        ("Which graph do you mean?", False, 1),
        ("102 on the grid and 8 on the random graph.", False, 1),
        ("102 passes.", False, 0),
        ("Many.", False, 0),
    ],
)
def test_an_unclear_turn_counts_when_asked_back_or_when_every_reading_is_answered(answer, asked_back, grade_):
    assert grade(UNCLEAR, answer, asked_back=asked_back) == grade_
    assert grade(UNCLEAR, REFUSAL, refused=True) == 0


def test_a_greeting_counts_when_the_reply_states_nothing():
    assert grade(THANKS, "You're welcome! Anything else?") == 1
    assert grade(THANKS, "As I said, it was Kahn.") == 0
    assert grade(THANKS, "It is linear [1].") == 0
    assert grade(THANKS, REFUSAL, refused=True) == 0


def test_after_an_assent_another_fact_cannot_be_graded():
    assert grade(GO_ON, "What else would you like to know?") == 1
    assert grade(GO_ON, "With what shall I go on?", asked_back=True) == 1
    assert grade(GO_ON, "He wrote in 1962 [1].") == 1
    assert grade(GO_ON, "He had PERT networks in mind [1].") is None
    assert grade(GO_ON, REFUSAL, refused=True) == 0


def test_names_and_numbers_that_the_user_said_state_nothing():
    assert states_nothing("Thank you, Anna, see you at 8.", "I am Anna and I am back at 8")
    assert not states_nothing("Thank you, Anna, see you at 9.", "I am Anna and I am back at 8")
