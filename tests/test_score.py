"""A mean with its interval: by hand, by property, and the ungraded apart."""

from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.score import Score, difference, needed, ratio, score

GRADES = st.lists(st.floats(-10, 10), min_size=1, max_size=30)


def test_it_prints_mean_interval_n_and_how_many_were_ungraded():
    assert str(Score(0.7142, 0.2857, 1.0, 7, 1)) == "0.714 [0.286, 1.000] (n=7, 1 ungraded)"
    assert str(Score(0.5, 0.25, 0.75, 8)) == "0.500 [0.250, 0.750] (n=8)"


def test_the_ungraded_are_counted_apart_and_never_as_nought():
    graded, with_gaps = score([1, 0.5]), score([1, None, 0.5, None])
    assert with_gaps.mean == 0.75
    assert with_gaps.n == 2
    assert with_gaps.ungraded == 2
    assert (graded.low, graded.high) == (with_gaps.low, with_gaps.high)


@pytest.mark.parametrize("values", [[], [None, None]])
def test_without_any_grade_there_is_no_number(values):
    empty = score(values)
    assert isnan(empty.mean) and isnan(empty.low) and isnan(empty.high)
    assert (empty.n, empty.ungraded) == (0, len(values))
    assert "nan" in str(empty)


def test_of_nought_and_one_the_interval_is_everything():
    """Two draws of {0, 1}: means 0, 1/2, 1 with odds 1/4, 1/2, 1/4, so 2.5 % and 97.5 % fall on 0 and 1."""
    assert (score([0, 1]).low, score([0, 1]).high) == (0, 1)


def test_a_bootstrap_interval_by_hand():
    """Of 100 coins with 50 heads a draw's mean has the deviation 0.05: 1.96 of them are 0.098."""
    coins = score([0, 1] * 50, draws=20_000)
    assert coins.mean == 0.5
    assert (coins.low, coins.high) == pytest.approx((0.402, 0.598), abs=0.011)


def test_more_questions_mean_less_doubt():
    few, many = score([0, 1] * 5), score([0, 1] * 500)
    assert many.high - many.low < (few.high - few.low) / 5


def test_the_same_values_give_the_same_interval_and_another_seed_another():
    values = [0.1, 0.5, 0.7, 0.9, 0.2]
    assert score(values) == score(values) != score(values, seed=1)


@given(GRADES)
def test_the_interval_holds_the_mean_and_stays_among_the_values(values):
    found = score(values, draws=200)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found.mean == pytest.approx(sum(values) / len(values))


@given(st.floats(-10, 10), st.integers(1, 20))
def test_values_that_agree_leave_no_doubt(value, n):
    found = score([value] * n, draws=50)
    assert (found.low, found.high) == pytest.approx((value, value))


def test_a_difference_is_paired_question_by_question():
    """Ours is better by 0.1 on every question: no doubt, though each system's own interval is wide."""
    theirs = [0.0, 0.3, 0.6, 0.9]
    found = difference([value + 0.1 for value in theirs], theirs)
    assert (found.mean, found.low, found.high) == pytest.approx((0.1, 0.1, 0.1))


def test_a_difference_needs_the_same_questions():
    with pytest.raises(ValueError, match="shorter"):
        difference([1, 0], [1])


def test_a_smaller_difference_needs_more_questions_and_a_sure_one_two():
    assert needed([1, 0, 0, 0]) == 32  # sd^2 = 1/10: 2.802^2 * .1 / .01 = 78.5
    assert needed([1] + [0] * 9) == 79
    assert needed([1, 1, 1]) == 2
    assert needed([-1, 0, 0, 0]) == 32


@pytest.mark.parametrize("differences", [[], [1], [1, -1], [0, 0, 0], [0.3, -0.3 + 1e-9]])
def test_what_shows_no_difference_needs_no_number_of_questions(differences):
    assert needed(differences) is None


def test_a_ratio_is_of_sums_and_counts_the_questions_in_its_denominator():
    found = ratio([(2, 3), (0, 1), (0, 0)])
    assert (found.mean, found.n) == (0.5, 2)  # 2 of 4, where the mean of ratios would be 1/3


def test_a_ratio_without_a_denominator_is_not_a_number():
    assert isnan(ratio([(0, 0)]).mean) and ratio([]).n == 0


@given(st.lists(st.sampled_from([(1, 1), (0, 1), (0, 0), (0.5, 1)]), min_size=1, max_size=12))
def test_the_interval_of_a_share_is_within_0_and_1(parts):
    found = ratio(parts, draws=300)
    if found.n:
        assert 0 <= found.low <= found.high <= 1 and 0 <= found.mean <= 1
