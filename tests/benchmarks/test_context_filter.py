"""The rules by which passages of an archive are kept, each on passages whose odds are known."""

import pytest

from benchmarks.context_filter import filter_table, rules, summary

SURE = {"archive": "birds", "carries": [True, False, False], "helps": [0.8, 0.4, 0.1], "answerability": 0.9}
LOW = {"archive": "birds", "carries": [True, True, False], "helps": [0.2, 0.05, 0.06], "answerability": 0.1}
EMPTY = {"archive": "birds", "carries": [False, False], "helps": [0.3, 0.2], "answerability": 0.1}
NO_ARCHIVE = {"archive": "", "carries": [], "helps": [], "answerability": None}
UNJUDGED = {"archive": "birds", "carries": [True], "helps": [None], "answerability": 0.9}


def means(rule):
    found = summary([SURE, LOW, EMPTY, NO_ARCHIVE, UNJUDGED], 0.22)["rules"][rule]
    return {name: score["mean"] for name, score in found.items()}


def test_an_absolute_threshold_loses_what_has_low_odds_and_passes_over_its_archive():
    assert means("odds of at least 0.22") == {
        "carriers kept": 0.5, "passages kept": pytest.approx((2 / 3 + 0) / 2), "sent on, carried": 0.5,
        "sent on, others": 0.0,
    }  # fmt: skip


def test_a_share_of_the_best_passes_over_no_archive():
    assert means("at least 0.3 of the best odds") == {
        "carriers kept": 0.5, "passages kept": pytest.approx((2 / 3 + 2 / 3) / 2), "sent on, carried": 0.0,
        "sent on, others": 0.0,
    }  # fmt: skip


def test_the_rule_in_force_passes_over_an_archive_that_is_rejected_as_a_whole():
    name = list(rules(0.22))[-1]
    assert name.startswith("in force: answerability of at least 0.22")
    assert means(name)["sent on, carried"] == 0.5 and means(name)["sent on, others"] == 1.0


def test_what_was_not_sent_or_not_judged_is_counted_and_not_scored():
    found = summary([SURE, LOW, EMPTY, NO_ARCHIVE, UNJUDGED], 0.22)
    assert (found["n"], found["no archive"], found["unjudged"]) == (5, 1, 1)
    scores = found["rules"]["odds of at least 0.10"]
    assert (scores["carriers kept"]["n"], scores["sent on, others"]["n"]) == (2, 1)


def test_the_table_has_a_row_a_rule():
    table = filter_table(summary([SURE, LOW, EMPTY], 0.22))
    assert len(table.splitlines()) == 2 + len(rules(0.22)) and "(n=2)" in table
