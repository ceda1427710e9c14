"""Which questions get noise: a share of those with an answer, by seed, half of each kind."""

from dataclasses import replace

import pytest

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.noise.draw import drawn

NUMBER = (Support("a.md", "It has 12 roads."),)


def asked(id, kind="factual", support=(), keys=(("12",),)):
    return Question(id, "?", kind, "12.", keys, support, "easy")


TWENTY = [asked(f"q{n:02}") for n in range(20)]


def test_a_share_of_the_questions_gets_noise_half_of_each_kind():
    kinds = list(drawn(TWENTY, 0.45, seed=0).values())
    assert (kinds.count("conflict"), kinds.count("hard negative")) == (4, 5)  # 9 of 20


def test_the_same_seed_draws_the_same_whatever_the_order_and_another_seed_others():
    found = drawn(TWENTY, 0.45, seed=0)
    assert drawn(TWENTY[::-1], 0.45, seed=0) == found
    assert set(drawn(TWENTY, 0.45, seed=1)) != set(found)


@pytest.mark.parametrize("kind", ["out-of-domain", "near-miss", "false-premise", "general-knowledge", "web-only"])
def test_what_the_documents_do_not_answer_is_left_alone(kind):
    outside = [asked(f"x{n}", kind) for n in range(20)]
    assert len(drawn([*TWENTY, *outside], 1.0, seed=0)) == 20
    assert drawn(outside, 1.0, seed=0) == {}


def test_a_question_that_is_asked_without_its_passages_is_left_alone():
    assert drawn([replace(one, without=NUMBER) for one in TWENTY], 1.0, seed=0) == {}


def test_conflicts_go_first_to_quotes_with_a_number_that_the_answer_needs():
    with_number = [asked(f"n{n}", support=NUMBER) for n in range(3)]
    without = [asked(f"w{n}", support=(Support("a.md", "It has roads."),), keys=(("roads",),)) for n in range(3)]
    kinds = drawn([*without, *with_number], 1.0, seed=0)
    assert {id for id, kind in kinds.items() if kind == "conflict"} == {"n0", "n1", "n2"}


def test_no_share_and_no_question_draw_nothing():
    assert drawn(TWENTY, 0.0, seed=0) == drawn([], 0.45, seed=0) == {}
