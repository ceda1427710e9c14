"""AUC and rank within pairs, by hand, and intervals that hold what they say."""

import numpy as np
import pytest
from tiny_critic import both

from ragkit.evaluate.judging.calibration import auc
from ragkit.teach.measure import area, mean_auc, measures
from ragkit.teach.parts import paired


def test_each_kind_has_its_auc_and_its_share_of_pairs_ranked_right():
    pairs = paired(both("a") + both("b") + both("c", kind="cat"))
    found = measures(pairs, [3.0, 2.0, 1.0, 1.0, 0.0, 5.0])
    assert list(found) == ["bird", "cat"]
    # birds: true 3 and 1, false 2 and 1: wins 3>2, 3>1, a tie 1=1; within pairs one win and one tie
    assert found["bird"].auc.mean == 2.5 / 4 and found["bird"].ranked.mean == 0.75
    assert found["cat"].auc.mean == found["cat"].ranked.mean == 0
    assert (found["bird"].auc.n, found["cat"].auc.n) == (2, 1)
    assert mean_auc(found) == 2.5 / 8


def test_the_area_is_that_of_the_judge_reports():
    random = np.random.default_rng(0)
    true, false = random.normal(1, 1, 50), random.normal(0, 1, 50)
    found = area((true[:, None] > false[None, :]).astype(float))
    assert found.mean == pytest.approx(auc([*true, *false], [True] * 50 + [False] * 50))
    assert found.low < found.mean < found.high
    # Hanley and McNeil's standard error is .046 at an area of .75 with 50 and 50
    assert (found.high - found.low) / 3.92 == pytest.approx(0.046, abs=0.01)
