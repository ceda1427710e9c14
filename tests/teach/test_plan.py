"""What is planned fits into the time, by a pace that is given."""

import pytest
from tiny_critic import toy

from ragkit.teach.checkpoint import OtherRun
from ragkit.teach.parts import paired, parted
from ragkit.teach.plan import Pace, Plan, TooShort, expected, planned, remembered, timed
from ragkit.teach.prefixes import common_front
from ragkit.teach.recipe import Recipe

RECIPE = Recipe(epochs=3, checks=4)
PARTS = parted(paired(toy(train=40, dev=20, test=20)))
"""Two documents a part, so two prefixes a part."""
FREE = Pace(token=0.0, look=0.0, step=1.0)
"""Only learning takes time: two seconds a pair."""


def test_with_time_enough_all_is_done(critic):
    plan = planned(critic, PARTS, RECIPE, FREE, seconds=1000)
    assert plan == Plan(train=40, dev=20, test=20, epochs=3, seconds=240.0)
    assert str(plan) == "40 pairs to learn from, 3 times; 20 to decide on, 20 to measure on; about 4 minutes"


def test_epochs_go_before_pairs(critic):
    two = planned(critic, PARTS, RECIPE, FREE, seconds=200)  # nine tenths are 180: two epochs of 80
    assert (two.epochs, two.train, two.seconds) == (2, 40, 160)
    few = planned(critic, PARTS, RECIPE, FREE, seconds=60)  # 54 seconds: 27 pairs once
    assert (few.epochs, few.train, few.seconds) == (1, 27, 54)


def test_looking_is_counted_at_every_check_and_takes_no_more_than_its_share(critic):
    slow = Pace(token=0.0, look=1.0, step=0.0)
    plan = planned(critic, PARTS, RECIPE, slow, seconds=400)
    assert plan.dev == 5  # a share of 60 seconds; a pair is looked at 6 times: 12 seconds
    assert plan.test == 15  # twice: 4 seconds
    assert plan.seconds == 120


def test_a_prefix_is_counted_once_and_not_at_all_when_it_is_kept(critic):
    reading = Pace(token=0.01, look=0.0, step=0.0)
    whole = planned(critic, PARTS, RECIPE, reading, seconds=1000)
    in_all = 0
    for part in PARTS:
        prefixes = sorted({critic.rendered(pair.yes).prefix for pair in part})
        first, second = prefixes  # of the second only what the first does not begin with
        in_all += len(first) + len(second) - common_front(first, second)
    assert whole.seconds == pytest.approx(in_all * 0.01)
    critic.prefixes.keep([critic.rendered(one).prefix for part in PARTS for pair in part for one in pair])
    assert planned(critic, PARTS, RECIPE, reading, seconds=1000).seconds == 0


def test_what_given_pairs_will_take_is_what_a_plan_of_them_takes(critic):
    assert expected(critic, PARTS, RECIPE, FREE, epochs=1) == 80  # forty pairs of two seconds
    slow = Pace(token=0.01, look=1.0, step=1.0)
    whole = planned(critic, PARTS, RECIPE, slow, seconds=10_000)
    assert (whole.train, whole.epochs) == (40, 3)
    assert expected(critic, PARTS, RECIPE, slow, epochs=3) == whole.seconds


def test_too_little_time_is_said(critic):
    with pytest.raises(TooShort, match=r"in 0\.1 minutes, in which this machine gets through 3 pairs"):
        planned(critic, PARTS, RECIPE, FREE, seconds=7)


def test_a_plan_is_kept_for_the_run_that_goes_on(tmp_path):
    first, second = Plan(1, 2, 3, 1, 5.0), Plan(2, 2, 3, 1, 5.0)
    assert remembered(tmp_path / "plan.json", "a", lambda: first) == first
    assert remembered(tmp_path / "plan.json", "a", lambda: second) == first
    with pytest.raises(OtherRun, match=r"delete plan\.json there"):
        remembered(tmp_path / "plan.json", "b", lambda: second)
    assert remembered(tmp_path / "plan.json", "a", lambda: second) == first


def test_the_pace_is_measured_by_a_batch_and_changes_nothing(critic):
    ticks = iter([0, 5, 10, 14, 20, 28])
    before = {name: weight.clone() for name, weight in critic.lora.state_dict().items()}
    pace = timed(critic, PARTS.train, Recipe(pairs_at_a_time=2), clock=lambda: next(ticks))
    length = len(critic.rendered(PARTS.train[0].yes).prefix)
    assert pace == (5 / length, 1.0, 2.0)
    assert all(weight.grad is None for weight in critic.lora.parameters())
    assert all((before[name] == weight).all() for name, weight in critic.lora.state_dict().items())
