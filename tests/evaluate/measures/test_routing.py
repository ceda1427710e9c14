"""Rates of routing by counts worked by hand, with intervals over questions."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.measures.routing import rates
from ragkit.evaluate.measures.summary import by_noise, scores


def rows(*said, system="crag"):
    return [replace(ROW, key=f"{system}{n}", question=str(n), system=system, **one) for n, one in enumerate(said)]


TP, FN = {"noise": "conflict", "passed": False}, {"noise": "hard negative", "passed": True}
FP, TN = {"passed": False}, {"passed": True}


def test_rates_by_hand():
    found = rates(rows(TP, TP, TP, FN, FP, TN, TN, TN, TN))
    assert (found["routing precision"].mean, found["routing precision"].n) == (3 / 4, 4)  # 4 were sent away
    assert (found["routing recall"].mean, found["routing recall"].n) == (3 / 4, 4)  # 4 are noisy
    assert (found["routing F1"].mean, found["routing F1"].n) == (pytest.approx(3 / 4), 5)  # 2*3 / (2*3 + 1 + 1)
    assert (found["false-positive rate"].mean, found["false-positive rate"].n) == (1 / 5, 5)


def test_f1_is_the_harmonic_mean_of_both_and_no_mean_of_questions():
    found = rates(rows(TP, FN, FN, FN, TN))
    assert (found["routing precision"].mean, found["routing recall"].mean) == (1.0, 0.25)
    assert found["routing F1"].mean == pytest.approx(2 * 1.0 * 0.25 / 1.25)


def test_a_graph_without_a_critic_is_not_graded_and_has_no_0():
    assert rates(rows({"noise": "conflict"}, {})) == {}
    assert not {name for name in scores(rows({"noise": "conflict"}, {}))["crag"] if "routing" in name}


def test_without_noise_there_is_only_the_rate_of_false_positives():
    found = rates(rows(FP, TN))
    assert list(found) == ["false-positive rate"] and found["false-positive rate"].mean == 0.5


def test_a_critic_that_sends_nothing_away_has_no_precision():
    found = rates(rows(FN, TN))
    assert "routing precision" not in found and found["routing recall"].mean == found["routing F1"].mean == 0.0


@pytest.mark.parametrize("kind", ["out-of-domain", "near-miss", "false-premise"])
def test_questions_that_the_documents_do_not_answer_are_left_out(kind):
    assert rates(rows({"kind": kind, "passed": False})) == {}


def test_repeats_of_a_question_are_one_question():
    thrice = [replace(row, question="same", repeat=n) for n, row in enumerate(rows(FP, FP, TN))]
    other = replace(rows(TN)[0], question="other")
    found = rates([*thrice, other])["false-positive rate"]
    assert (found.mean, found.n) == (pytest.approx((2 / 3 + 0) / 2), 2)


def test_scores_are_grouped_by_what_was_done_to_the_evidence():
    found = by_noise(rows(TP | {"faithfulness": 0.5}, FN | {"faithfulness": 0.25}, TN | {"faithfulness": 1.0}))
    assert {noise: own["crag"]["faithfulness"].mean for noise, own in found.items()} == {
        "conflict": 0.5, "hard negative": 0.25, "clean": 1.0,
    }  # fmt: skip
    assert found["conflict"]["crag"]["evidence passed"].mean == 0.0
