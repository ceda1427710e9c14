"""What systems are worth at a price, and from which price on: worked by hand, and what holds for all outcomes."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from samples import ROW

from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.value import (
    advantage,
    best_by_price,
    break_even,
    gaps_of,
    outcomes,
    precision,
    ranking,
    value,
    verdict,
)

CORRECT, WRONG, NONE, HALF = Outcome(1, 0, 0), Outcome(0, 1, 0), Outcome(0, 0, 1), Outcome(0.5, 0.5, 0)
NAMES = {"+": CORRECT, "-": WRONG, "0": NONE, "/": HALF, "?": None}
"""A sign an outcome; `?` is ungraded."""

SIGNS = st.text("+-0/?", min_size=1, max_size=12)
PRICES = st.floats(0, 50)


def own(signs):
    """The outcomes of questions 0, 1, 2, ..., a sign each."""
    return {str(number): NAMES[sign] for number, sign in enumerate(signs)}


def rows(*said, system="naive"):
    """A row for each: its question is its place."""
    return [replace(ROW, key=f"{system}{at}", question=str(at), system=system, **one) for at, one in enumerate(said)]


@given(SIGNS, PRICES)
def test_the_value_is_the_share_correct_less_the_price_times_the_share_wrong(signs, price):
    graded = [one for one in own(signs).values() if one]
    assume(graded)
    correct, wrong = sum(one.correct for one in graded), sum(one.wrong for one in graded)
    assert value(own(signs), price).mean == pytest.approx((correct - price * wrong) / len(graded))


@given(SIGNS, SIGNS, PRICES)
def test_an_advantage_is_the_difference_of_the_two_values_where_both_were_graded(ours, theirs, price):
    both = [(o, t) for o, t in zip(ours, theirs, strict=False) if "?" not in (o, t)]
    assume(both)
    one, other = (value(own([pair[at] for pair in both]), price).mean for at in (0, 1))
    found = advantage(own(ours), own(theirs), price)
    assert found.mean == pytest.approx(one - other, abs=1e-9) and (found.n, found.ungraded) == (len(both), 0)


def test_the_gaps_are_of_each_question_that_both_were_graded_on():
    # at a price of 2: 1 - 0, -2 - 1, 0 - -2; the fourth is ungraded of one, and theirs has no fifth
    assert gaps_of(own("+-0?+"), own("0+-+"), 2) == [1, -3, 2]
    assert gaps_of(own("+-0?+"), own("0+-+"), 0) == [1, -1, 0]
    assert gaps_of(own("?"), own("+"), 1) == gaps_of({}, {}, 1) == []


SAME = st.lists(st.sampled_from(["++", "--", "00", "//", "?+", "-?"]), max_size=9)
"""Pairs of ends, ours and theirs, that make neither worth more."""


@given(st.integers(1, 9), st.integers(1, 9), SAME)
def test_the_break_even_price_is_what_is_given_up_over_what_is_avoided_and_there_the_advantage_changes_its_sign(
    given_up, avoided, same
):
    pairs = ["0+"] * given_up + ["0-"] * avoided + same
    ours, theirs = (own([pair[at] for pair in pairs]) for at in (0, 1))
    found = break_even(ours, theirs)
    assert found.price == pytest.approx(given_up / avoided) and found.low <= found.price <= found.high
    before, at, after = (advantage(ours, theirs, found.price * part).mean for part in (0.99, 1, 1.01))
    assert before < 0 < after and at == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("ours", "theirs", "price"),
    [
        ("+0000000", "++++--00", 1.5),  # three correct ones are given up, and two wrong ones avoided: 3 / 2
        ("+000", "++--", 0.5),  # one is given up, and two avoided
        ("0000", "+---", 1 / 3),
        ("00", "//", 1.0),  # half an answer is half correct and half wrong
        ("++00", "++--", 0.0),  # as many correct, and fewer wrong
        ("++", "++", 0.0),  # the same
        ("++-0", "+--0", 0.0),  # more correct, and fewer wrong
        ("+000", "++00", math.inf),  # fewer correct, and as many wrong
        ("++--", "+000", math.inf),  # more wrong: from some price on it is worth less
        ("+--", "++-", math.inf),  # fewer correct, and more wrong
    ],
)
def test_break_even_prices_by_hand(ours, theirs, price):
    found = break_even(own(ours), own(theirs))
    assert found.price == pytest.approx(price) and found.n == len(ours)
    assert found.low <= found.price <= found.high


def test_questions_that_one_of_two_systems_was_not_graded_on_count_in_neither():
    """Of the last four, each was graded on one side alone; without them it is the case above: 1 / 2."""
    ours, theirs = own("+000??-0"), own("++--+-??")
    assert (break_even(ours, theirs).price, break_even(ours, theirs).n) == (0.5, 4)
    assert advantage(ours, theirs, 2).mean == pytest.approx(3 / 4) and advantage(ours, theirs, 2).n == 4
    only_theirs = own("++--") | {"another": CORRECT}
    assert break_even(own("+000"), only_theirs).n == 4


@pytest.mark.parametrize(("ours", "theirs"), [({}, {}), (own("?"), own("+")), (own("+"), {"other": CORRECT})])
def test_without_a_question_in_common_there_is_no_break_even_price_and_no_advantage(ours, theirs):
    assert break_even(ours, theirs) is None
    found = advantage(ours, theirs, 1)
    assert found.n == 0 and math.isnan(found.mean)


def test_the_interval_of_a_break_even_price_may_reach_to_never_and_is_the_same_each_time():
    """One wrong answer of twelve is avoided, which a draw may lack: then nothing makes up for the correct one."""
    ours, theirs = own("0++++++++++0"), own("-+++++++++++")
    found = break_even(ours, theirs)
    assert (found.price, found.low, found.high) == (1.0, 0.0, math.inf) and found == break_even(ours, theirs)
    assert str(found) == "1.00 [0.00, never] (n=12)"


def test_repeats_are_averaged_first_and_those_that_could_not_be_graded_are_left_out():
    """Question 0: correct, wrong, abstained and failed; so a third of each of three. Question 1 failed each time."""
    ends = [{"right": True}, {"right": False}, {"right": False, "refused": True}, {"right": None, "failed": "gone"}]
    repeats = [replace(ROW, key=str(at), question="0", repeat=at, **end) for at, end in enumerate(ends)]
    lost = [replace(ROW, key=f"l{at}", question="1", repeat=at, right=None, failed="gone") for at in range(2)]
    found = outcomes([*repeats, *lost])
    (first, second) = found["naive"].values()
    assert (first.correct, first.wrong, first.abstained) == pytest.approx((1 / 3, 1 / 3, 1 / 3)) and second is None
    worth = value(found["naive"], 2)
    assert (worth.mean, worth.n, worth.ungraded) == (pytest.approx(-1 / 3), 1, 1)


def test_outcomes_are_told_apart_by_system_and_of_no_rows_there_are_none():
    both = [*rows({"right": True}), *rows({"right": False}, {"right": True}, system="adaptive")]
    assert outcomes(both) == {"naive": own("+"), "adaptive": own("-+")} and outcomes([]) == {}
    nothing = value({}, 1)
    assert nothing.n == 0 and math.isnan(nothing.mean)


def test_precision_counts_answers_alone_and_half_an_answer_as_half():
    """Of three answers 1 + 0 + 0.5 are correct; the abstention and the ungraded run are no answers."""
    found = precision(own("+-/0?"))
    assert (found.mean, found.n, found.ungraded) == (0.5, 3, 1)
    assert found.low <= 0.5 <= found.high


SYSTEMS = {"shy": own("00000"), "bold": own("+++--"), "lost": own("?????"), "sure": own("++000")}
"""Worth at p: 0, (3 - 2p) / 5, nothing known, and 2 / 5."""


@pytest.mark.parametrize(
    ("price", "order"),
    [
        (0, ["bold", "sure", "shy"]),
        (0.5, ["bold", "sure", "shy"]),
        (1, ["sure", "bold", "shy"]),
        (2, ["sure", "shy", "bold"]),
    ],
)
def test_the_ranking_depends_on_the_price_and_leaves_out_what_was_never_graded(price, order):
    """At .5 bold and sure are both worth .4, and stay in their order; from 1.5 on bold is worth less than nothing."""
    assert [name for name, _ in ranking(SYSTEMS, price)] == order
    worth = dict(ranking(SYSTEMS, price))
    assert worth["bold"].mean == pytest.approx((3 - 2 * price) / 5) and worth["sure"].mean == 0.4


def test_a_verdict_says_who_is_worth_most_and_whether_that_is_shown_beside_the_next():
    near = verdict(SYSTEMS, 1)
    assert near.startswith("Where a wrong answer costs 1, sure is worth most: 0.400 [0.000, 0.800] (n=5).")
    assert "Next is bold" in near and near.endswith("is not shown.")
    far = verdict({"shy": own("00000"), "bold": own("-----")}, 0.5)
    assert far.endswith("Next is bold: the difference, 0.500 [0.500, 0.500] (n=5), is shown.")


def test_a_verdict_without_a_rival_or_a_graded_run_says_no_more_than_is_known():
    alone = verdict({"sure": own("++")}, 3)
    assert alone == "Where a wrong answer costs 3, sure is worth most: 1.000 [1.000, 1.000] (n=2)."
    assert verdict({"lost": own("??")}, 1) == verdict({}, 1) == "No run is graded."
    assert best_by_price({"lost": own("?")}, [0, 1]) == best_by_price({}, [0]) == "no run is graded"
