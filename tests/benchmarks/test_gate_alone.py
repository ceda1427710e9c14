"""The threshold of a gate that stands alone, chosen on odds that are known."""

import pytest

from benchmarks.gate_alone import best, f1, gate_alone_table, rates, separated, summary


def row(id, clean, hard):
    other = None if hard is None else {"zero-shot": 0.5, "taught": hard}
    return {"id": id, "kind": "factual", "clean": {"zero-shot": 0.5, "taught": clean}, "hard": other}


ROWS = [row("a", 0.9, 0.1), row("b", 0.7, 0.2), row("c", 0.3, 0.4), row("d", 0.8, None)]
"""Two in three hard negatives are below every clean question's odds; the fourth corpus has none."""

IN_FORCE = {"zero-shot": 0.5, "taught": 0.22}


def test_f1_is_that_of_the_protocols_share_of_noise():
    recall, wrong = rates(ROWS, "taught", 0.5)
    assert (recall.mean, recall.n, wrong.mean, wrong.n) == (1, 3, 0.25, 4)
    # precision .45 / (.45 + .55 * .25) and recall 1
    assert f1(recall.mean, wrong.mean) == pytest.approx(2 * 0.45 / (0.45 + 0.55 * 0.25 + 0.45))


def test_a_question_that_could_not_be_judged_counts_in_no_rate_and_is_ungraded():
    recall, wrong = rates([*ROWS, row("e", None, None)], "taught", 0.5)
    assert (recall.mean, recall.ungraded, wrong.mean, wrong.n, wrong.ungraded) == (1, 0, 0.25, 4, 1)


def test_the_best_threshold_is_the_middle_of_those_with_the_highest_f1():
    apart = [row("a", 0.9, 0.1), row("b", 0.7, 0.2)]
    # everything above .2 and up to .7 tells them apart: .22 to .70
    assert best(apart, "taught") == pytest.approx(0.46)


def test_it_is_chosen_where_nothing_was_learnt_and_shown_beside_the_one_in_force():
    found = summary(ROWS, {"a", "b"}, in_force=IN_FORCE)
    assert (found["n"], found["unlearnt"], found["taught"]["pass_from"]) == (4, 2, pytest.approx(0.46))
    in_force, in_force_on_all, chosen, chosen_on_all = found["taught"]["lines"]
    assert (in_force["threshold"], in_force["of"], in_force["recall"]["n"]) == (0.22, "not learnt", 2)
    assert in_force_on_all["recall"]["mean"] == pytest.approx(2 / 3)
    assert (in_force_on_all["false positives"]["n"], in_force_on_all["recall"]["n"]) == (4, 3)
    assert (chosen["recall"]["mean"], chosen["false positives"]["mean"], chosen["F1"]) == (1, 0, 1)
    assert (chosen_on_all["recall"]["mean"], chosen_on_all["false positives"]["mean"]) == (1, 0.25)


def test_a_threshold_that_is_in_force_already_is_shown_once():
    found = summary(ROWS, {"a", "b"}, IN_FORCE | {"taught": best(ROWS[:2], "taught")})
    assert len(found["taught"]["lines"]) == 2 and len(found["zero-shot"]["lines"]) == 4


def test_both_judges_are_compared_on_the_questions_whose_four_odds_are_known():
    found = separated([*ROWS, row("e", None, 0.3)])
    # b and a are above all three hard negatives, c is above two of three; the untaught are all level
    assert found["taught"].mean == pytest.approx(8 / 9) and found["taught"].n == 3
    assert found["zero-shot"].mean == 0.5 and found["difference"].mean == pytest.approx(8 / 9 - 0.5)


def test_the_table_has_both_judges_thresholds_and_sets():
    lines = gate_alone_table(summary(ROWS, {"a", "b"}, in_force=IN_FORCE)).splitlines()
    assert len(lines) == 2 + 2 * 2 * 2 + 2
    assert lines[-1].startswith("AUC on documents not learnt from: zero-shot 0.50 [0.50, 0.50] (n=2), taught 1.00")
    assert lines[-4] == "| taught | 0.46 | not learnt | 1.00 [1.00, 1.00] (n=2) | 0.00 [0.00, 0.00] (n=2) | 1.00 |"
