"""Win rates, and the judge's agreement with the reference grades, worked out by hand; who is not believed, and why."""

import json
from math import isnan

import pytest
from answer_pairs import ASKER, judged, pair, preference, same

from ragkit.evaluate.judging.preferences import key
from ragkit.evaluate.judging.win_rates import EACH, Comparison, comparison, doubts, summary


def compared(*all_judged, **more):
    return Comparison("near", "far", ASKER, all_judged, **more)


def told(n, right, verdict, start=0):
    """So many pairs of which one side is right, with the same verdict in both orders."""
    grades = (1.0, 0.0) if right == "a" else (0.0, 1.0)
    return [judged(pair(f"{right}{start + number}", grades), verdict, verdict) for number in range(n)]


def test_the_three_rates_are_shares_of_the_graded_questions_and_add_up_to_one():
    found = compared(
        *told(2, "a", "a"), *told(1, "b", "b"), *told(1, "b", "tie", start=1), judged(pair("x"), "a", None)
    )
    rates = found.rates()
    assert [rates[name].mean for name in ("a", "tie", "b")] == [0.5, 0.25, 0.25]
    assert {(rate.n, rate.ungraded) for rate in rates.values()} == {(4, 1)}
    assert found.lead.mean == 0.25 and rates["a"].low < 0.5 < rates["a"].high


def test_repeats_of_a_question_are_averaged_first():
    found = compared(
        judged(pair("owl"), "a", "a"), judged(pair("owl", repeat=1), "b", "b"), judged(pair("bat"), "a", "a")
    )
    assert (found.rates()["a"].mean, found.rates()["a"].n) == (0.75, 2)


def test_answers_that_read_the_same_are_a_tie_and_say_nothing_about_the_order():
    found = compared(same(pair("owl")), judged(pair("bat"), "a", "b"))
    assert found.rates()["tie"].mean == 1.0
    assert (found.depends.mean, found.depends.n, found.depends.ungraded) == (1.0, 1, 0)


def test_agreement_is_of_pairs_with_one_right_answer_and_leaves_ties_out():
    found = compared(
        *told(3, "a", "a"), *told(1, "b", "a"), *told(1, "b", "tie", start=1), judged(pair("x", (1.0, 1.0)), "b", "b")
    )
    assert (found.agreement.mean, found.agreement.n) == (0.75, 4)
    assert (found.undecided.mean, found.undecided.n) == (0.2, 5)
    assert found.agreement_where("a").mean == 1.0 and found.agreement_where("b").mean == 0.0


def test_balanced_agreement_counts_both_sides_the_same():
    found = compared(*told(6, "a", "a"), *told(1, "b", "b"), *told(1, "b", "a", start=1))
    assert found.agreement.mean == 7 / 8
    assert found.balanced.mean == pytest.approx((1 + 1 / 2) / 2) and found.balanced.n == 8


def test_a_judge_with_a_favourite_has_a_high_agreement_and_is_not_believed():
    found = compared(*told(40, "a", "a"), *told(8, "b", "a"))
    assert found.agreement.low > 0.5 and found.balanced.mean == 0.5
    assert doubts(found) == [
        "The judge's agreement with the reference grades, balanced between the systems, may be chance: its interval "
        "includes one half."
    ]


def test_a_judge_that_is_right_on_both_sides_is_believed():
    assert doubts(compared(*told(12, "a", "a"), *told(12, "b", "b"), *told(2, "b", "a", start=12))) == []


def test_a_judge_whose_interval_includes_chance_is_not_believed():
    found = compared(*told(6, "a", "a"), *told(6, "a", "b", start=6), *told(6, "b", "b"), *told(4, "b", "a", start=6))
    assert found.agreement.low <= 0.5 <= found.agreement.high
    assert doubts(found)[0] == (
        "The judge's agreement with the reference grades may be chance: its interval includes one half."
    )


def test_a_judge_that_prefers_the_wrong_answer_is_not_believed_either():
    found = compared(*told(10, "a", "b"), *told(10, "b", "a"))
    assert found.agreement.high < 0.5 and "it prefers the wrong answer more often" in doubts(found)[0]


@pytest.mark.parametrize(("of_a", "of_b"), [(0, 0), (EACH - 1, 30), (30, EACH - 1), (30, 0)])
def test_a_few_pairs_that_all_come_out_right_show_nothing(of_a, of_b):
    found = compared(*told(of_a, "a", "a"), *told(of_b, "b", "b"))
    (doubt,) = doubts(found)
    assert f"on {of_a} of the questions on which near alone is right, and on {of_b} of those" in doubt
    assert "5 of each" in doubt


def test_the_place_shown_first_is_chosen_half_the_time_by_a_judge_that_knows_and_always_by_one_that_does_not():
    knows = compared(judged(pair("owl"), "a", "a"), judged(pair("bat"), "b", "b"), judged(pair("cat"), "tie", "tie"))
    assert (knows.first_place.mean, knows.first_place.n, knows.depends.mean) == (0.5, 2, 0.0)
    first = compared(judged(pair("owl"), "a", "b"), judged(pair("bat"), "a", "tie"))
    assert (first.first_place.mean, first.depends.mean) == (1.0, 1.0)
    assert compared(judged(pair("owl"), "b", "a")).first_place.mean == 0.0


def test_questions_to_be_held_back_are_a_group_of_their_own():
    found = compared(judged(pair("owl"), "a", "a"), judged(pair("mars", kind="near-miss", answer=None), "b", "b"))
    shares = {name: found.rates(own)["a"].mean for name, own in found.groups.items()}
    assert shares == {"to be answered": 1.0, "to be withheld": 0.0}


def test_pairs_without_a_line_are_not_compared_yet_even_where_their_answers_read_the_same():
    """Else the ties of a sample would be those of all questions."""
    alike, unasked = same(pair("cat")), same(pair("elk"))
    pairs = [pair("owl"), pair("bat"), alike.pair, unasked.pair]
    known = {key(pairs[0], ASKER): preference(pairs[0], "a", "a"), key(alike.pair, ASKER): alike.preference}
    found = comparison("near", "far", pairs, known, ASKER, failed=3)
    assert [one.verdict for one in found.judged] == ["a", "tie"]
    assert (found.unasked, found.failed) == (2, 3)


def test_a_summary_is_json_and_what_is_not_known_is_null():
    found = summary(compared(judged(pair("owl"), None, None)))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["scores"]["agreement"] is None and found["scores"]["tie"] is None and len(found["doubts"]) == 1
    assert isnan(compared().agreement.mean)
