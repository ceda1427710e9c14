"""The race: who is asked next, who is left behind, and who comes back; each worked by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import rows_of

from ragkit.evaluate.study.race import ENOUGH, next_of_all, next_run, standings

QUESTIONS = [str(number) for number in range(30)]


def order(rows, systems, price=1):
    return [one.system for one in standings(rows, systems, price)]


def behind(rows, systems, price=1):
    return [one.system for one in standings(rows, systems, price) if one.is_behind]


def test_before_any_answer_the_order_is_that_of_the_systems_and_nobody_is_behind():
    found = standings([], ["b", "a"], 1)
    assert [(one.system, one.asked, one.value.n, one.is_behind) for one in found] == [
        ("b", 0, 0, False), ("a", 0, 0, False),
    ]  # fmt: skip


def test_the_value_is_that_at_the_price_and_the_gap_is_to_the_leader():
    # b: one right and one wrong, 1/2 - 3/2 = -1 at a price of 3; a abstains, which is worth 0
    best, other = standings(rows_of(a="00", b="+-"), ["a", "b"], 3)
    assert (best.system, best.value.mean, best.gap.mean) == ("a", 0, 0)
    assert (other.system, other.value.mean, other.gap.mean, other.gap.n) == ("b", -1, -1, 2)


def test_at_no_price_a_wrong_answer_is_worth_as_much_as_none_and_the_order_is_another_one():
    rows = rows_of(a="00", b="+-")
    assert order(rows, ["a", "b"], 3) == ["a", "b"]
    assert order(rows, ["a", "b"], 0) == ["b", "a"]


@pytest.mark.parametrize(("asked", "left"), [(ENOUGH - 1, []), (ENOUGH, ["bad"])])
def test_a_system_that_is_always_wrong_is_left_behind_after_twelve_questions_and_not_before(asked, left):
    assert ENOUGH == 12
    assert behind(rows_of(good="+" * asked, bad="-" * asked), ["bad", "good"]) == left


def test_questions_that_the_two_were_not_both_asked_do_not_count():
    # 20 and 11 questions, of which 11 are of both
    assert behind(rows_of(good="+" * 20, bad="-" * 11), ["good", "bad"]) == []
    # 12 of both, of which one is ungraded
    assert behind(rows_of(good="+" * 12, bad="?" + "-" * 11), ["good", "bad"]) == []


def test_who_is_a_little_worse_is_not_left_behind():
    # on one question of 12 it is wrong where the leader is right: the interval reaches 0
    assert behind(rows_of(good="+" * 12, other="+" * 11 + "-"), ["good", "other"]) == []


def test_of_two_equal_systems_the_one_that_is_named_first_leads_and_none_is_behind():
    rows = rows_of(a="+" * 20, b="+" * 20)
    assert order(rows, ["b", "a"]) == ["b", "a"] and behind(rows, ["b", "a"]) == []


def test_a_system_that_always_fails_is_ranked_below_one_that_is_always_wrong():
    assert order(rows_of(gone="???", bad="---"), ["gone", "bad"]) == ["bad", "gone"]


def test_who_is_left_behind_comes_last_even_where_its_mean_is_higher():
    # c was asked the first question alone, and was wrong: -1. b is behind: 12 times 0 beside 12 times 1.
    rows = rows_of(a="+" * 12, b="0" * 12, c="-")
    assert order(rows, ["a", "b", "c"]) == ["a", "c", "b"]


# The next run


def test_all_systems_are_asked_a_question_before_any_is_asked_the_next_one():
    assert next_run([], ["a", "b"], QUESTIONS, 1) == ("a", "0")
    assert next_run(rows_of(a="+"), ["a", "b"], QUESTIONS, 1) == ("b", "0")
    assert next_run(rows_of(a="+", b="+"), ["a", "b"], QUESTIONS, 1) == ("a", "1")


def test_of_a_question_the_leader_is_asked_first():
    assert next_run(rows_of(a="-", b="+"), ["a", "b"], QUESTIONS, 1) == ("b", "1")
    assert next_run(rows_of(a="-", b="++"), ["a", "b"], QUESTIONS, 1) == ("a", "1")


def test_who_is_left_behind_is_not_asked_the_thirteenth_question():
    rows = rows_of(good="+" * 12, bad="-" * 12)
    assert next_run(rows, ["bad", "good"], QUESTIONS, 1) == ("good", "12")
    assert next_run(rows_of(good="+" * 13, bad="-" * 12), ["bad", "good"], QUESTIONS, 1) == ("good", "13")
    # ... and at the end nothing is left, although the other one lacks 18
    assert next_run(rows_of(good="+" * 30, bad="-" * 12), ["bad", "good"], QUESTIONS, 1) is None


def test_who_was_left_behind_is_asked_again_once_its_leader_falls():
    # 12 right answers, and the other one abstained: left behind. Then 12 wrong ones: 0, as much as the other one.
    rows = rows_of(bold="+" * 12 + "-" * 12, shy="0" * 12)
    assert behind(rows, ["bold", "shy"]) == ["shy"]
    assert next_run(rows, ["bold", "shy"], QUESTIONS, 1) == ("bold", "24")
    # One wrong answer more, -1/25, and the other one leads. It goes on with the question where it was left.
    fallen = rows_of(bold="+" * 12 + "-" * 13, shy="0" * 12)
    assert behind(fallen, ["bold", "shy"]) == []
    assert next_run(fallen, ["bold", "shy"], QUESTIONS, 1) == ("shy", "12")


def test_a_failed_run_counts_as_asked():
    assert next_run(rows_of(a="?", b="+"), ["a", "b"], ["0"], 1) is None


def test_without_a_race_all_systems_are_asked_in_their_order():
    rows = rows_of(good="+" * 12, bad="-" * 12)
    assert next_of_all(rows, ["bad", "good"], QUESTIONS) == ("bad", "12")
    assert next_of_all(rows, ["bad", "good"], QUESTIONS[:12]) is None


SIGNS = st.text("+-0/?", min_size=13, max_size=16)


@settings(max_examples=25)
@given(SIGNS, SIGNS, SIGNS, st.randoms(use_true_random=False))
def test_a_race_that_was_stopped_goes_on_as_if_it_had_not_been(one, two, three, chance):
    """A file has the rows in another order: system by system, or question by question."""
    rows = rows_of(a=one, b=two, c=three)
    mixed = list(rows)
    chance.shuffle(mixed)
    mixed.sort(key=lambda row: int(row.question))
    by_system = sorted(mixed, key=lambda row: row.system)
    found = [next_run(given, ["a", "b", "c"], QUESTIONS, 1) for given in (rows, mixed, by_system)]
    assert found[0] == found[1] == found[2]


def test_a_race_to_the_end_asks_nothing_twice_and_spares_the_runs_of_who_is_left_behind():
    said = {"good": "+" * 30, "bad": "-" * 30, "shy": "0" * 30}
    all_rows = {(row.system, row.question): row for row in rows_of(**said)}
    rows, asked = [], []
    while run := next_run(rows, list(said), QUESTIONS, 1):
        asked.append(run)
        rows.append(all_rows[run])
    assert len(set(asked)) == len(asked)
    counts = {system: sum(run[0] == system for run in asked) for system in said}
    assert counts == {"good": 30, "bad": 12, "shy": 12}
