"""The temperature is the one with the lowest cross-entropy."""

import numpy as np
import pytest

from ragkit.teach.temperature import MOST, temperature


def entropy(odds, truth, by):
    odds = np.array(odds) / by
    return np.mean(np.log1p(np.exp(np.where(truth, -odds, odds))))


def test_no_other_temperature_has_a_lower_cross_entropy():
    random = np.random.default_rng(0)
    odds = random.normal(0, 2, 400)
    truth = random.random(400) < 1 / (1 + np.exp(-odds))
    found = temperature(list(3 * odds), list(truth))
    assert found == pytest.approx(3, abs=0.4)
    assert all(entropy(3 * odds, truth, found) < entropy(3 * odds, truth, found * by) for by in (0.9, 1.1))


def test_odds_that_say_nothing_get_the_highest_temperature_and_perfect_ones_the_lowest():
    assert temperature([1.0, -1.0], [False, True]) == pytest.approx(MOST, rel=1e-3)
    assert temperature([1.0, -1.0], [True, False]) == pytest.approx(0.05, rel=1e-3)
