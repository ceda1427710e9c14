"""Each rule of what a run comes to, and what that is worth at a price."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.measures.outcome import OUTSIDE, Outcome, outcome

PLAIN = replace(ROW, right=None, held=None)
ABSTAINED = Outcome(correct=0, wrong=0, abstained=1)
CORRECT = Outcome(correct=1, wrong=0, abstained=0)
WRONG = Outcome(correct=0, wrong=1, abstained=0)


def run(kind, **ended):
    return replace(PLAIN, kind=kind, **ended)


@pytest.mark.parametrize(
    "abstained",
    [
        run("factual", refused=True, right=False),
        run("near-miss", refused=True, held=True),
        run("factual", refused=True, right=None),
    ],
)
def test_an_abstention_is_neither_correct_nor_wrong_whatever_was_asked(abstained):
    assert outcome(abstained) == ABSTAINED


@pytest.mark.parametrize("kind", ["factual", "multi-hop", "table", "span", "general-knowledge", "web-only"])
def test_an_answer_to_what_can_be_answered_is_correct_or_wrong_by_its_grade(kind):
    assert outcome(run(kind, right=True)) == CORRECT and outcome(run(kind, right=False)) == WRONG


@pytest.mark.parametrize("share", [0.25, 0.5, 2 / 3])
def test_of_an_ambiguous_question_what_is_not_correct_is_wrong(share):
    assert outcome(run("ambiguous", right=share)) == Outcome(share, 1 - share, 0)


def test_a_corrected_false_premise_is_correct_and_any_other_answer_to_one_is_wrong():
    assert outcome(run("false-premise", held=True)) == CORRECT
    assert outcome(run("false-premise", held=False)) == WRONG


@pytest.mark.parametrize("kind", OUTSIDE)
def test_an_answer_to_what_the_documents_do_not_answer_is_wrong(kind):
    assert outcome(run(kind, held=False)) == WRONG


@pytest.mark.parametrize(
    "ungraded",
    [
        run("factual", failed="no reply", right=None),
        run("near-miss", failed="no reply", refused=True, held=True),
        run("factual", right=None),
        run("false-premise", held=None),
        run("near-miss", held=None, right=1.0),
    ],
)
def test_a_run_that_failed_or_could_not_be_graded_has_no_outcome(ungraded):
    assert outcome(ungraded) is None


def test_an_abstention_is_worth_nothing_and_a_correct_answer_one_at_any_price():
    assert [ABSTAINED.value(price) for price in (0, 0.5, 100)] == [0, 0, 0]
    assert [CORRECT.value(price) for price in (0, 0.5, 100)] == [1, 1, 1]
    assert [WRONG.value(price) for price in (0, 0.5, 100)] == [0, -0.5, -100]
