"""A comparison drawn again and again: counts add up, and the draws repeat."""

import pytest

from ragkit.evaluate.measures.redraw import TIED, ahead

SOME = {("one", f"q{n}"): n % 2 == 0 for n in range(20)} | {("other", f"q{n}"): n % 3 == 0 for n in range(20)}


@pytest.mark.parametrize("n", [1, 8, 20, 99])
def test_every_draw_has_one_outcome_and_comes_out_the_same_again(n):
    counts = ahead(SOME, "one", "other", n)
    assert sum(counts.values()) == 1000 and list(counts) == ["one", "other", TIED]
    assert counts == ahead(SOME, "one", "other", n)


def test_all_questions_decide_by_their_sum():
    assert ahead(SOME, "one", "other", 20, draws=3) == {"one": 3, "other": 0, TIED: 0}
    assert ahead(SOME, "other", "one", 99, draws=3) == {"other": 0, "one": 3, TIED: 0}


def test_the_more_questions_the_more_often_the_better_one_is_ahead():
    few, many = (ahead(SOME, "one", "other", n) for n in (2, 15))
    assert many["one"] > few["one"] and few["other"] > 0 and few[TIED] > 0


def test_missing_and_ungraded_answers_are_not_right():
    right = {("one", "q"): None, ("third", "q"): True, ("third", "p"): True}
    assert ahead(right, "one", "other", 2, draws=4) == {"one": 0, "other": 0, TIED: 4}
    assert ahead(right, "third", "one", 2, draws=4) == {"third": 4, "one": 0, TIED: 0}
