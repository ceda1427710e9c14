"""The hidden third: the same for a whole class, a third, and nothing that the kit reserves."""

from dataclasses import replace
from pathlib import Path

import pytest

from ragkit.conversation import Turn
from ragkit.course.capstones.hidden import is_hidden, split
from ragkit.evaluate.golden import BadQuestions, Question, load_questions

ROOT = Path(__file__).parents[3]
WORD = "a barn owl at noon"
OWL = Question("owls", "Who hunts?", "factual", "Owls.", (("owl",),), (), "easy")
MANY = [replace(OWL, id=f"q{number}") for number in range(900)]


def test_it_is_about_a_third_and_the_same_whatever_the_order():
    given, hidden = split(MANY, WORD)
    # 300 expected, with a standard deviation of sqrt(900 * 2 / 9) = 14
    assert 258 < len(hidden) < 342 and len(given) + len(hidden) == 900
    assert {one.id for one in split(MANY[::-1], WORD)[1]} == {one.id for one in hidden}


def test_another_word_draws_another_third():
    ids = [{one.id for one in split(MANY, word)[1]} for word in (WORD, "a barn owl at night")]
    # of two independent thirds, a ninth of all is in both
    assert 60 < len(ids[0] & ids[1]) < 140


def test_a_question_is_drawn_by_its_id_and_not_by_its_words():
    assert is_hidden(OWL, WORD) == is_hidden(replace(OWL, question="Who sleeps?", part="test"), WORD)


def test_a_false_premise_is_on_the_side_of_its_twin():
    for number in range(50):
        twin = replace(OWL, id=f"q{number}")
        assert is_hidden(replace(OWL, id=f"false{number}", twin=twin.id), WORD) == is_hidden(twin, WORD)


def test_the_locked_part_and_second_turns_are_on_neither_side():
    locked, later = replace(OWL, id="l", part="locked"), replace(OWL, id="h", history=(Turn("a", "b"),))
    given, hidden = split([*MANY, locked, later], WORD)
    assert {"l", "h"} & {one.id for one in (*given, *hidden)} == set()


@pytest.mark.parametrize("corpus", ["algorithms", "almanac"])
def test_both_sides_of_a_corpus_of_the_kit_have_every_kind_that_is_withheld(corpus):
    questions = load_questions(ROOT / "corpora" / corpus / "questions.jsonl", locked=True)
    for side in split(questions, WORD):
        assert {"near-miss", "false-premise", "out-of-domain"} <= {one.kind for one in side}
        assert all(one.part != "locked" for one in side)
        assert {one.twin for one in side if one.twin} <= {one.id for one in side}


def test_a_word_that_can_be_guessed_is_refused():
    with pytest.raises(ValueError, match="got 3 letters; take 12 or more, such as a sentence"):
        split(MANY, "owl")


def test_too_few_questions_are_an_error():
    with pytest.raises(BadQuestions, match="write more questions, or take another word"):
        split([OWL], WORD)
