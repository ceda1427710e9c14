"""A gate lets a critic pass as long as it is no worse than zero-shot."""

import pytest
from tiny_critic import both

from ragkit.teach.conditions import GateClosed, must_not_fall
from ragkit.teach.parts import paired


class Said:
    """A critic whose odds are given."""

    def __init__(self, zero_shot, taught):
        self.zero_shot, self.taught, self.asked = zero_shot, taught, []

    def odds(self, judgements, taught=True):
        self.asked.append(taught)
        return self.taught if taught else self.zero_shot


PAIRS = paired(both("a") + both("b"))
GOOD, FAIR = [2.0, 0.0, 1.0, 0.0], [1.0, 2.0, 3.0, 0.0]
"""Odds with an AUC of 1 and of 3/4."""


def test_it_closes_with_both_numbers_when_the_auc_falls():
    with pytest.raises(GateClosed, match=r"on rte \(2 pairs\) the AUC fell from 1\.000 zero-shot to 0\.750"):
        must_not_fall(PAIRS, "rte")(Said(GOOD, FAIR))


def test_it_stays_open_at_the_same_auc_above_it_and_within_the_slack():
    for critic in (Said(GOOD, GOOD), Said(FAIR, GOOD)):
        must_not_fall(PAIRS, "rte")(critic)
    must_not_fall(PAIRS, "rte", slack=0.25)(Said(GOOD, FAIR))


def test_zero_shot_is_measured_once():
    gate, critic = must_not_fall(PAIRS, "rte"), Said(FAIR, GOOD)
    gate(critic)
    gate(critic)
    assert critic.asked == [False, True, True]
