"""Three parts of the questions: dealt once, never changed, and with every kind in each."""

from dataclasses import replace
from pathlib import Path

from ragkit.evaluate.golden.parts import of_part, part_of
from ragkit.evaluate.golden.questions import KINDS, PARTS, PHRASED, Question, load_questions

CORPORA = Path(__file__).parents[3] / "corpora"
OWLS = Question("owls", "Who hunts?", "factual", "Owls.", (("owl",),), (), "easy")


def test_a_question_is_in_the_part_that_it_was_dealt_to():
    assert part_of(replace(OWLS, part="locked")) == "locked"


def test_a_part_keeps_the_order_of_the_questions():
    questions = [replace(OWLS, id=id, part=part) for id, part in (("b", "test"), ("c", "fit"), ("a", "test"))]
    assert [question.id for question in of_part(questions, "test")] == ["b", "a"]


def test_every_part_of_the_kits_own_questions_has_every_kind():
    kinds = set()
    for name in ("algorithms", "almanac"):
        questions = load_questions(CORPORA / name / "questions.jsonl", locked=True)
        own = {question.kind for question in questions}
        for part in PARTS:
            assert {question.kind for question in of_part(questions, part)} == own, (name, part)
        kinds |= own
    assert kinds == set(KINDS) - set(PHRASED)
