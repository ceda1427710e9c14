"""Right by reference: one spelling of every group, whatever the case, the spaces and the markup."""

from pathlib import Path

import pytest

from ragkit.evaluate.correct import correct, held_back
from ragkit.evaluate.questions import Question, load_questions
from ragkit.state import REFUSAL

ALGORITHMS = Path(__file__).parents[2] / "corpora" / "algorithms" / "questions.jsonl"


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
