"""A threshold is chosen on one half and believed on the other; what was not graded is counted apart."""

from math import isnan

import pytest

from ragkit.evaluate.judging.calibration import auc, balanced_accuracy, best_threshold, calibrate, halves


def test_auc_counts_pairs_and_ties_half():
    assert auc([0.9, 0.8, 0.3], [True, False, True]) == 0.5  # 0.9 beats 0.8, 0.3 does not
    assert auc([0.5, 0.5], [True, False]) == 0.5
    assert auc([0.1, 0.9], [True, False]) == 0.0


def test_balanced_accuracy_weighs_both_labels_alike_however_many_there_are():
    pairs = [(0.9, True)] * 8 + [(0.1, True)] * 2 + [(0.9, False)] * 1 + [(0.1, False)] * 1
    assert balanced_accuracy(pairs, 0.5) == pytest.approx((0.8 + 0.5) / 2)


def test_odds_at_the_threshold_count_as_yes():
    assert balanced_accuracy([(0.5, True), (0.4, False)], 0.5) == 1.0


def test_the_best_threshold_lies_between_two_odds_and_in_the_middle_of_equals():
    assert best_threshold([(0.8, True), (0.2, False)]) == pytest.approx(0.5)
    assert best_threshold([(0.9, True), (0.6, False), (0.4, False), (0.1, False)]) == pytest.approx(0.75)


def test_odds_that_are_all_alike_still_give_a_threshold():
    assert best_threshold([(0.4, True), (0.4, False)]) == 0.4


def test_halves_split_each_label_and_share_nothing():
    labels = [True] * 10 + [False] * 5
    fit, test = halves(labels, seed=3)
    assert sorted(fit + test) == list(range(15))
    assert sum(labels[i] for i in fit) == 5 and len(fit) == 7
    assert halves(labels, seed=3) == (fit, test) != halves(labels, seed=4)


def test_separable_odds_give_a_perfect_calibration_on_the_half_not_used():
    found = calibrate([0.9, 0.8, 0.85, 0.7, 0.1, 0.2, 0.3, 0.15], [True] * 4 + [False] * 4)
    assert (found.auc, found.fitted, found.tested, found.n, found.ungraded) == (1.0, 1.0, 1.0, 8, 0)
    assert 0.3 < found.threshold < 0.9


def test_the_ungraded_are_left_out_and_counted():
    found = calibrate([0.9, None, 0.8, 0.1, 0.2, None], [True, True, True, False, False, False])
    assert (found.n, found.ungraded) == (4, 2) and "2 ungraded" in str(found)


def test_labels_that_say_nothing_about_the_odds_are_chance_on_the_other_half():
    odds = [i / 400 for i in range(400)]
    found = calibrate(odds, [i % 2 == 0 for i in range(400)])
    assert abs(found.auc - 0.5) < 0.01 and abs(found.tested - 0.5) < 0.1


@pytest.mark.parametrize("labels", [[True] * 4, [False] * 4, [True, True, True, False]])
def test_too_few_of_a_label_is_an_error_that_says_so(labels):
    with pytest.raises(ValueError, match="two cases of each label"):
        calibrate([0.1, 0.2, 0.3, 0.4], labels)


def test_as_many_labels_as_odds():
    with pytest.raises(ValueError, match="shorter"):
        calibrate([0.1, 0.2], [True])


def test_auc_leaves_out_what_could_not_be_judged():
    assert auc([0.9, None, 0.3, None], [True, True, False, False]) == 1.0
    assert isnan(auc([None, 0.5], [True, False]))
