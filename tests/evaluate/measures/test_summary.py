"""Scores of rows worked by hand: what applies, what is ungraded, and what differs."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.measures.summary import by_kind, differences, scores

PLAIN = replace(ROW, answer_relevance=None, context_relevance=None, evidence_recall=None)


def rows(*said, system="naive"):
    """A row for each: its question is its place."""
    return [replace(PLAIN, key=f"{system}{at}", question=str(at), system=system, **one) for at, one in enumerate(said)]


def test_a_refusal_is_wrong_not_faithful_and_no_hallucination_and_is_counted_apart():
    found = scores(rows({"refused": True, "right": False}, {"faithfulness": 0.5, "hallucinated": True}))["naive"]
    assert found["abstained"].mean == 0.5
    assert (found["correct"].mean, found["correct"].n) == (0.5, 2)
    assert (found["faithfulness"].mean, found["faithfulness"].n) == (0.5, 1)
    assert (found["hallucination"].mean, found["hallucination"].n) == (0.5, 2)


def test_what_could_not_be_graded_is_counted_and_not_zero():
    found = scores(rows({"faithfulness": 1.0}, {"faithfulness": None}, {"failed": "gone", "right": None}))["naive"]
    assert (found["faithfulness"].mean, found["faithfulness"].n, found["faithfulness"].ungraded) == (1.0, 1, 1)
    assert (found["correct"].n, found["correct"].ungraded, found["failed"].mean) == (2, 1, pytest.approx(1 / 3))


def test_refusals_are_measured_both_ways():
    found = scores(
        rows(
            {"kind": "near-miss", "refused": True, "held": True, "right": None},
            {"kind": "out-of-domain", "held": False, "right": None},
            {"refused": True, "right": False},
            {"kind": "false-premise", "held": True},
        )
    )["naive"]
    assert (found["abstention recall"].mean, found["abstention recall"].n) == (0.5, 2)
    assert (found["abstention precision"].mean, found["abstention precision"].n) == (0.5, 2)
    assert (found["withheld"].mean, found["withheld"].n) == (pytest.approx(2 / 3), 3)
    assert found["correct"].n == 1


def test_a_false_premise_that_was_refused_is_held_back_and_not_corrected():
    premise = {"kind": "false-premise"}
    found = scores(
        rows(
            premise | {"held": True, "refused": True},
            premise | {"held": True},
            premise | {"held": False},
            {"held": None},
        )
    )["naive"]
    assert (found["corrected"].mean, found["corrected"].n) == (pytest.approx(1 / 3), 3)
    assert found["withheld"].mean == pytest.approx(2 / 3)


def test_repeats_of_a_question_are_one_question():
    thrice = [replace(PLAIN, key=str(at), repeat=at, right=at == 0) for at in range(3)]
    found = scores([*thrice, replace(PLAIN, key="x", question="other", right=True)])["naive"]["correct"]
    assert (found.mean, found.n) == (pytest.approx((1 / 3 + 1) / 2), 2)


def test_seconds_of_runs_with_replies_from_disk_do_not_count():
    found = scores(rows({"seconds": 4.0}, {"seconds": 0.1, "cached": 1}))["naive"]
    assert (found["seconds"].mean, found["seconds"].n) == (4.0, 1)


def test_an_unknown_price_is_ungraded_and_a_known_one_is_for_ten_thousand():
    found = scores(rows({"cost": 0.002}, {"cost": None}))["naive"]["cost of 10,000"]
    assert (found.mean, found.ungraded) == (20.0, 1)


def test_a_difference_is_paired_and_leaves_out_what_only_one_was_graded_on():
    naive = rows({"right": True}, {"right": False}, {"right": False}, {"right": None, "failed": "gone"})
    ours = rows({"right": True}, {"right": True}, {"right": True}, {"right": True}, system="adaptive")
    found = differences([*naive, *ours], against="naive")["adaptive"]["correct"]
    assert (found.by.mean, found.by.n) == (pytest.approx(2 / 3), 3)
    assert found.needed == 6  # mean 2/3, sd .577: (2.802 x .866) squared is 5.9
    assert differences(naive, against="naive") == {}


def test_a_difference_is_shown_when_its_interval_does_not_hold_0():
    naive, ours = rows(*[{"right": False}] * 5), rows(*[{"right": True}] * 5, system="adaptive")
    same = rows(*[{"right": False}] * 5, system="same")
    found = differences([*naive, *ours, *same], against="naive")
    assert found["adaptive"]["correct"].shown and not found["same"]["correct"].shown


def test_kinds_are_scored_apart():
    found = by_kind(rows({"right": True}, {"kind": "table", "right": False}))
    assert (found["factual"]["naive"]["correct"].mean, found["table"]["naive"]["correct"].mean) == (1.0, 0.0)
