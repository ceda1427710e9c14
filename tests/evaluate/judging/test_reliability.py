"""A calibration curve has bins of cases with similar odds; the numbers are worked by hand."""

from ragkit.evaluate.judging.reliability import Bin, curve


def test_a_curve_has_bins_of_the_same_size_in_order_of_the_odds():
    found = curve([0.9, 0.1, 0.2, 0.8, 0.5, 0.5], [True, False, True, True, False, True], bins=3)
    assert found == (Bin(0.15, 0.5, 2), Bin(0.5, 0.5, 2), Bin(0.85, 1.0, 2))
    assert curve([0.3], [True], bins=5) == (Bin(0.3, 1.0, 1),) and curve([], []) == ()


def test_cases_of_the_same_odds_are_never_parted_by_their_labels():
    """Of five times 1.0 three are true; in bins of two, sorted by label too, the curve would show 0, 0.5 and 1."""
    found = curve([0.4, 1.0, 1.0, 1.0, 1.0, 1.0], [False, True, False, True, False, True], bins=3)
    assert found == (Bin(0.4, 0.0, 1), Bin(1.0, 0.6, 5))
    assert curve([0.5] * 4, [True, False, False, False], bins=2) == (Bin(0.5, 0.25, 4),)
