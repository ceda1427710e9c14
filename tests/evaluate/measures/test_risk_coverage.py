"""Risk against coverage: areas worked by hand, ties together, and no draft without odds."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.measures.risk_coverage import Curve, curve

FALLING = [0.9, 0.8, 0.7, 0.6]
DRAFTS = st.lists(st.tuples(st.sampled_from([0.1, 0.4, 0.6, 0.9]), st.sampled_from([0.0, 0.5, 1.0])), min_size=1)


def test_of_a_perfect_order_the_risk_stays_at_0_until_what_is_correct_has_gone_out():
    """Risks 0, 0, 1/3 and 1/2 at steps of a quarter: 5/24."""
    found = curve(FALLING, [1, 1, 0, 0])
    assert found.coverage == (0.25, 0.5, 0.75, 1.0) and found.risk == pytest.approx((0, 0, 1 / 3, 1 / 2))
    assert found.area == pytest.approx(5 / 24)


def test_drafts_of_equal_odds_go_out_together_whatever_their_order():
    """A step of 1/4 at risk 0, and one of 3/4 at risk 1/2: 3/8."""
    for correct in ([1, 0, 0, 1], [1, 1, 0, 0], [1, 0, 1, 0]):
        found = curve([0.9, 0.5, 0.5, 0.5], correct)
        assert found.coverage == (0.25, 1.0) and found.risk == (0.0, 0.5)
        assert found.area == pytest.approx(3 / 8)
    assert curve([0.5] * 4, [1, 0, 1, 1]) == Curve((1.0,), (0.25,))


def test_a_question_without_odds_is_never_covered():
    """Two of five have none. Risks 0, 0 and 1/3 over three steps: 1/9."""
    found = curve([0.9, None, 0.8, 0.7, None], [1, 1, 1, 0, 0])
    assert found.coverage == (0.2, 0.4, 0.6) and found.risk == pytest.approx((0, 0, 1 / 3))
    assert found.area == pytest.approx(1 / 9)


def test_a_draft_that_is_half_correct_is_half_a_risk():
    assert curve([0.9, 0.1], [0.5, 1]).risk == (0.5, 0.25)


def test_odds_of_0_are_odds():
    assert curve([0.0, 0.5], [1, 0]) == Curve((0.5, 1.0), (1.0, 0.5))


@pytest.mark.parametrize(("precision", "covered"), [(1.0, 0.5), (0.9, 0.5), (2 / 3, 0.75), (0.5, 1.0), (0.0, 1.0)])
def test_the_coverage_at_a_precision_is_the_highest_that_keeps_it(precision, covered):
    assert curve(FALLING, [1, 1, 0, 0]).at(precision) == covered


def test_a_curve_that_dips_and_recovers_is_looked_at_where_it_is_best():
    """One wrong draft, then nineteen correct ones: 19 of 20 at the end, though not one of the first."""
    odds = [1 - number / 100 for number in range(20)]
    found = curve(odds, [0] + [1] * 19)
    assert found.at(0.95) == 1.0 and found.at(0.96) == 0.0


def test_without_a_draft_there_is_no_point_no_area_and_no_coverage():
    for found in (curve([], []), curve([None, None], [1, 0])):
        assert found == Curve((), ()) and math.isnan(found.area) and found.at(0.5) == 0.0


def test_as_many_grades_as_odds():
    with pytest.raises(ValueError, match="longer|shorter"):
        curve([0.9], [1, 0])


@given(DRAFTS)
def test_any_order_ends_at_the_share_that_is_wrong_with_an_area_between_0_and_1(drafts):
    odds, correct = zip(*drafts, strict=True)
    found = curve(odds, correct)
    assert found.coverage[-1] == 1 and found.risk[-1] == pytest.approx(1 - sum(correct) / len(correct))
    assert -1e-9 <= found.area <= 1 + 1e-9
    assert list(found.coverage) == sorted(set(found.coverage))


@given(DRAFTS, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_changes_nothing(drafts, random):
    shuffled = random.sample(drafts, len(drafts))
    (one, other) = (curve(*zip(*some, strict=True)) for some in (drafts, shuffled))
    assert one.coverage == other.coverage and one.risk == pytest.approx(other.risk)
