"""Two systems' answers to a question are a pair; which of them alone is right is read from the rows."""

import pytest
from answer_pairs import pair, question, row

from ragkit.evaluate.judging.pairs import Pair, pairs_of
from ragkit.evaluate.measures.rows import BadResults
from ragkit.state import REFUSAL

QUESTIONS = [question(id) for id in ("owl", "cat", "bat")]


def both(*ids, **other):
    return [row(system, id, **other) for id in ids for system in ("near", "far")]


def test_each_question_that_both_systems_were_asked_is_a_pair_in_the_order_of_the_names():
    rows = [*both("owl", "bat"), row("near", "cat"), row("third", "owl")]
    pairs, failed = pairs_of(rows, QUESTIONS, "far", "near")
    assert {(one.question.id, one.a.system, one.b.system) for one in pairs} == {
        ("owl", "far", "near"),
        ("bat", "far", "near"),
    }
    assert failed == 0


def test_a_pair_of_which_a_run_failed_is_left_out_and_counted():
    rows = [*both("owl"), row("near", "bat", failed="no reply", answer=""), row("far", "bat")]
    pairs, failed = pairs_of(rows, QUESTIONS, "near", "far")
    assert [one.question.id for one in pairs] == ["owl"] and failed == 1


def test_repeats_are_paired_with_each_other():
    pairs, _ = pairs_of([*both("owl"), *both("owl", repeat=1)], QUESTIONS, "near", "far")
    assert [(one.a.repeat, one.b.repeat) for one in pairs] == [(0, 0), (1, 1)]


def test_a_sample_is_the_beginning_of_a_larger_one_whatever_order_the_questions_have():
    rows = both("owl", "cat", "bat")
    whole, _ = pairs_of(rows, QUESTIONS, "near", "far")
    for most in (1, 2):
        assert pairs_of(rows, QUESTIONS[::-1], "near", "far", most)[0] == whole[:most]


@pytest.mark.parametrize(("a", "b"), [("near", "near"), ("near", "nowhere"), ("nowhere", "far")])
def test_two_systems_have_to_be_named_and_the_error_says_which_there_are(a, b):
    with pytest.raises(BadResults, match="name two of these systems: near, far"):
        pairs_of(both("owl"), QUESTIONS, a, b)


@pytest.mark.parametrize(
    ("grades", "right"),
    [
        ((1.0, 0.0), "a"), ((0.0, 1.0), "b"), ((1.0, 0.5), "a"), ((1.0, 1.0), None), ((0.0, 0.0), None),
        ((1.0, None), None),
    ],
)  # fmt: skip
def test_one_answer_alone_is_right_where_the_other_one_is_not_wholly_right(grades, right):
    assert pair(right=grades).right == right


def test_a_question_to_be_held_back_is_right_where_it_was_held_back_whatever_else_the_row_says():
    held = row("near", "owl", held=True, right=0.0, refused=True, answer=REFUSAL)
    assert Pair(QUESTIONS[0], held, row("far", "owl", held=False, right=1.0)).right == "a"


def test_answers_read_the_same_where_only_their_citations_differ():
    first = row("near", "owl", answer="At night [1].")
    assert Pair(QUESTIONS[0], first, row("far", "owl", answer="At night [2, 3].")).same
    assert not Pair(QUESTIONS[0], first, row("far", "owl", answer="By night [1].")).same
