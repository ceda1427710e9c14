"""The three terms of the loss, by hand."""

import math

import pytest
import torch

from ragkit.teach.critic import Replies
from ragkit.teach.loss import LossSettings, loss


def of(odds, said=None, mass=0.0, ranking=0.0):
    """The loss at these odds, and these logs of the mass of yes and no."""
    replies = Replies(torch.tensor(odds), torch.tensor(said or [0.0] * len(odds)))
    return loss(replies, LossSettings(mass, ranking)).item()


def test_cross_entropy_takes_the_first_of_a_pair_for_true():
    # -ln sigmoid(ln 3) = ln 4/3 for a true one at 3:1, and the same for a false one at 1:3
    assert of([math.log(3), -math.log(3)]) == pytest.approx(math.log(4 / 3))
    assert of([-math.log(3), math.log(3)]) == pytest.approx(math.log(4))


def test_other_words_cost_the_log_of_the_mass_of_yes_and_no():
    silent = of([0.0, 0.0], [math.log(0.5), math.log(0.25)], mass=0.1)
    assert silent - of([0.0, 0.0]) == pytest.approx(0.1 * (math.log(2) + math.log(4)) / 2)


def test_the_ranking_sees_only_the_difference_within_a_pair():
    def ranking(odds):
        return of(odds, ranking=1.0) - of(odds)

    assert ranking([math.log(3), 0.0]) == pytest.approx(math.log(4 / 3))
    assert ranking([5 + math.log(3), 5.0]) == pytest.approx(math.log(4 / 3), abs=1e-5)
    assert ranking([math.log(3), 0.0, 0.0, math.log(3)]) == pytest.approx((math.log(4 / 3) + math.log(4)) / 2)
