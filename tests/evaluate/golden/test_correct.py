"""Right by reference: one spelling of every group, whatever the case, the spaces and the markup."""

from dataclasses import replace
from pathlib import Path

import pytest

from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.state import REFUSAL

ALGORITHMS = Path(__file__).parents[3] / "corpora" / "algorithms" / "questions.jsonl"


def asked(*keys, kind="factual"):
    return Question("q", "?", kind, "a", tuple((key,) if isinstance(key, str) else key for key in keys), (), "easy")


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("Kahn", "It is KAHN's algorithm."),
        ("117,400", "There are 117400 segments."),
        ("117400", "There are 117,400 segments."),
        ("117,400", "There are 117 400 segments."),
        ("38", "A median of 38 milliseconds."),
        ("8.5", "It costs 8.5 probes."),
        ("O(V^2 sqrt(E))", "The bound is $O(V^2 \\sqrt(E))$."),
        ("O(VE)", "It takes `O(|V| * |E|)`."),
        ("exponential", "exponentially many"),
        ("-1", "It prints -1."),
        ("1.44", "about 1.44 log n."),
    ],
)
def test_these_are_the_same(key, answer):
    assert correct(asked(key), answer) is True


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("38", "A median of 138 milliseconds."),
        ("38", "A median of 385 milliseconds."),
        ("38", "A median of 38.5 milliseconds."),
        ("5", "It costs 8.5 probes."),
        ("1962", "in 1926"),
        ("edge", "knowledge"),
        ("Kahn", REFUSAL),
        ("Kahn", ""),
    ],
)
def test_these_are_not(key, answer):
    assert correct(asked(key), answer) is False


@pytest.mark.parametrize(
    ("tolerance", "answer", "right"),
    [
        (0.01, "About 99 ms.", True),
        (0.01, "About 98.9 ms.", False),
        (0.01, "Some 101 or 400.", True),
        (0.5, "Passage100 of v1.100.2.", False),
        (0.0, "About 99 ms.", False),
        (0.01, "A thousand.", False),
    ],
)
def test_a_number_may_be_as_far_off_as_the_question_says(tolerance, answer, right):
    assert correct(replace(asked("100"), tolerance=tolerance), answer) is right


def test_a_tolerance_is_for_numbers_and_leaves_words_and_thousands_alone():
    question = replace(asked("O(n)", "1,000"), tolerance=0.1)
    assert correct(question, "O(n), in 950 steps.") and not correct(question, "O(m), in 950 steps.")


def test_every_group_must_be_there_and_one_spelling_is_enough():
    question = asked(("Boruvka", "Borůvka"), ("Moravia",))
    assert correct(question, "Borůvka, for Moravia.") and not correct(question, "Boruvka.")


def test_without_a_reference_nothing_is_right_or_wrong():
    assert correct(asked(), "Anything.") is None


def test_a_refusal_or_a_correction_holds_back_and_an_invention_does_not():
    premise = asked("non-negative", kind="false-premise")
    assert held_back(premise, REFUSAL) and held_back(premise, "It needs non-negative weights.")
    assert not held_back(premise, "Because of negative edges.") and not held_back(asked(kind="near-miss"), "MIT.")


@pytest.mark.parametrize("question", [q for q in load_questions(ALGORITHMS) if q.keys], ids=lambda q: q.id)
def test_every_reference_answer_is_right_by_its_own_keys(question):
    assert correct(question, question.answer)
