"""Thresholds for a price, on drafts whose odds and truth are known here."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragkit.evaluate.judging.by_price import (
    SPLITS,
    TRIED,
    choose_at,
    halves,
    nearest_price,
    value_in_halves,
    values,
    with_halves,
)
from ragkit.evaluate.judging.choice import choose
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN

PLAIN = Settings()


def draft(id, right, fit=0.9, answerability=0.9, odds=0.97, kind="factual", copied=False, **ended):
    claims = [{"odds": odds, "missing": [], "support": 1.0, "copied": copied}]
    grades = [{"answerability": answerability}]
    row = {"id": id, "kind": kind, "right": right, "fit": fit, "grades": grades, "claims": claims}
    return row | {"failed": "", "refused": False, "notes": []} | ended


MIXED = [draft("sure", 1.0, 0.9), draft("wrong", 0.0, 0.7), draft("unsure", 1.0, 0.5)]
"""A wrong draft that is surer than a right one: no threshold keeps both right ones and stops it."""


def test_at_a_low_price_everything_goes_out_and_at_a_high_one_only_what_is_right():
    """All three are worth 2 - p, the surest alone 1: so it is one or the other on either side of 1."""
    low, high = choose_at(MIXED, PLAIN, 0.5), choose_at(MIXED, PLAIN, 2)
    assert values(low, MIXED, PLAIN, 0.5) == [1.0, -0.5, 1.0]
    assert values(high, MIXED, PLAIN, 2) == [1.0, 0.0, 0.0]
    assert low.thresholds["fit_from"] <= 0.5 and 0.7 < high.thresholds["fit_from"] <= 0.9
    assert (low.ends_well["answerable"].mean, high.ends_well["answerable"].mean) == pytest.approx((2 / 3, 1 / 3))
    assert (low.n, low.right, low.left_out, low.wrong_costs, low.value) == (3, 2.0, {}, 0.5, None)


def test_a_draft_that_is_half_right_goes_out_below_a_price_of_1_and_not_above():
    half = [draft("half", 0.5, 0.5), draft("whole", 1.0, 0.9)]
    assert values(choose_at(half, PLAIN, 0.75), half, PLAIN, 0.75) == [0.125, 1.0]  # .5 - .75 * .5
    assert values(choose_at(half, PLAIN, 1.5), half, PLAIN, 1.5) == [0.0, 1.0]


def test_each_threshold_stops_what_the_other_two_let_pass():
    stopped = [
        draft("evidence", 0.0, answerability=0.4), draft("fit", 0.0, fit=0.4), draft("claims", 0.0, odds=0.4),
        draft("right", 1.0),
    ]  # fmt: skip
    choice = choose_at(stopped, PLAIN, 1)
    assert values(choice, stopped, PLAIN, 1) == [0, 0, 0, 1]
    assert all(0.4 < choice.thresholds[name] <= 0.97 for name in CHOSEN)


def test_of_equally_good_thresholds_the_first_stops_what_it_can_since_nothing_is_drafted_for_it():
    outside = draft("outside", None, answerability=0.5, odds=0.1, kind="out-of-domain")
    choice = choose_at([draft("right", 1.0), outside], PLAIN, 1)
    assert 0.5 < choice.thresholds["answerable_from"] <= 0.9


def test_a_copied_claim_goes_out_at_any_odds():
    """The draft with odds of .1 is right and copied; the wrong one with odds of .6 is stopped by its claim alone."""
    drafts = [draft("copied", 1.0, odds=0.1, copied=True), draft("wrong", 0.0, odds=0.6), draft("right", 1.0)]
    choice = choose_at(drafts, PLAIN, 1)
    assert choice.thresholds["partly_above"] > 0.6 and values(choice, drafts, PLAIN, 1) == [1, 0, 1]
    judged = [draft("copied", 1.0, odds=0.1), *drafts[1:]]
    assert values(choice, judged, PLAIN, 1) == [0, 0, 1]


ODDS = st.sampled_from([0.35, 0.5, 0.65, 0.8, 0.95])
DRAFTS = st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), ODDS, ODDS, ODDS), min_size=1, max_size=12)


def listed(drafts):
    return [draft(str(at), right, fit, answers, odds) for at, (right, answers, fit, odds) in enumerate(drafts)]


def passing(choice, drafts):
    """How many of some drafts reach all three thresholds."""
    cuts = [choice.thresholds[name] for name in CHOSEN]
    return sum(all(odds >= cut for odds, cut in zip(one, cuts, strict=True)) for _, *one in drafts)


@settings(max_examples=30, deadline=None)
@given(DRAFTS)
def test_at_a_higher_price_never_more_drafts_go_out(drafts):
    rows = listed(drafts)
    out = [passing(choose_at(rows, PLAIN, price), drafts) for price in (0.1, 0.5, 1, 2, 5)]
    assert out == sorted(out, reverse=True)


CUTS = st.sampled_from([0.3, 0.4, 0.6, 0.66, 0.8, 0.9, 0.98])


@settings(max_examples=40, deadline=None)
@given(DRAFTS, st.sampled_from(TRIED), st.tuples(CUTS, CUTS, CUTS))
def test_no_other_thresholds_are_worth_more(drafts, price, cuts):
    rows = listed(drafts)
    chosen = choose_at(rows, PLAIN, price)
    other = replace(chosen, thresholds=dict(zip(CHOSEN, cuts, strict=True)))
    best, worth = (sum(values(choice, rows, PLAIN, price)) for choice in (chosen, other))
    assert best >= worth - 1e-3  # the first threshold decides between near equals


@pytest.mark.parametrize("price", [0, -0.5])
def test_a_price_of_0_or_less_needs_no_threshold_and_is_an_error(price):
    with pytest.raises(ValueError, match=rf"asked for thresholds at a price of {price:g}; it has to be above 0"):
        choose_at(MIXED, PLAIN, price)


RIGHT = (0.05, 0.15, 0.27, 0.38, 0.46, 0.55, 0.63, 0.7, 0.8, 0.9)
"""How far drafts are right, from the least sure to the surest. One goes out at a price p if it is right by more than
p / (1 + p): .09, .2, .33, .43, .5, .6, .67, .75 and .83 at the prices of `TRIED`, so one more is stopped at each."""
LADDER = [draft(str(at), right, fit=0.34 + 0.06 * at, kind="ambiguous") for at, right in enumerate(RIGHT)]


@pytest.mark.parametrize("price", TRIED)
def test_thresholds_chosen_for_a_price_belong_to_that_price(price):
    choice = choose_at(LADDER, PLAIN, price)
    out = sum(worth != 0 for worth in values(choice, LADDER, PLAIN, price))
    assert out == sum(right > price / (1 + price) for right in RIGHT)
    assert nearest_price(choice.thresholds, LADDER, PLAIN) == price


def test_halves_share_nothing_and_are_all_of_what_was_judged_and_each_is_once_in_either_place():
    judged = [draft(str(number), 1.0) for number in range(9)]
    pairs = [
        ([row["id"] for row in one], [row["id"] for row in other])
        for one, other in halves([*judged, draft("lost", 1.0, failed="gone")])
    ]
    assert len(pairs) == 2 * SPLITS
    for one, other in pairs:
        assert not set(one) & set(other) and sorted(one + other) == [row["id"] for row in judged]
        assert abs(len(one) - len(other)) == 1
    for (one, other), (other_again, one_again) in zip(pairs[::2], pairs[1::2], strict=True):
        assert (one, other) == (one_again, other_again)
    assert len({tuple(sorted(one)) for one, _ in pairs}) > SPLITS
    assert [[row["id"] for row in one] for one, _ in halves(judged)] == [one for one, _ in pairs]


EASY = [draft(f"r{number}", 1.0, 0.9) for number in range(6)] + [draft(f"w{number}", 0.0, 0.4) for number in range(4)]
"""Six right drafts that are sure, four wrong ones that are not: any half tells them apart."""


def test_the_value_in_halves_is_that_of_each_draft_once():
    found = value_in_halves(EASY, PLAIN, 2)
    assert (found.n, found.ungraded) == (10, 0) and found.mean == pytest.approx(0.6) and found.low < 0.6 < found.high
    with_a_lost_one = [*EASY, draft("lost", 1.0, failed="gone")]
    assert value_in_halves(with_a_lost_one, PLAIN, 2).n == 10


def test_in_halves_a_value_is_no_higher_than_on_the_drafts_that_chose():
    """The odds say nothing of what is right, so what is chosen on one half is luck."""
    noise = [draft(str(at), float(at * 7 % 10 < 5), 0.3 + (at * 13 % 30) / 45) for at in range(30)]
    chosen = choose_at(noise, PLAIN, 1)
    assert value_in_halves(noise, PLAIN, 1).mean < sum(values(chosen, noise, PLAIN, 1)) / 30


def test_a_choice_for_a_price_gets_its_value_and_one_for_targets_the_price_that_it_belongs_to():
    priced = with_halves(choose_at(EASY, PLAIN, 2), EASY, PLAIN)
    assert priced.value == value_in_halves(EASY, PLAIN, 2) and (priced.wrong_costs, priced.like_price) == (2, None)
    aimed = choose(LADDER, PLAIN)
    found = with_halves(aimed, LADDER, PLAIN)
    assert found == replace(aimed, like_price=nearest_price(aimed.thresholds, LADDER, PLAIN)) and found.value is None


def test_a_draft_that_the_nli_judge_stops_does_not_go_out():
    """It has thresholds of its own: the supports 1 and 0 of one claim are h 0 and h 1, of which .5 is the most."""
    supported, invented = draft("true", 1.0), draft("false", 0.0)
    invented["claims"][0]["support"] = 0.0
    nli = Settings(judge="nli")
    choice = choose_at([supported, invented], nli, 1)
    assert "partly_above" not in choice.thresholds
    assert values(choice, [supported, invented], nli, 1) == [1, 0]
