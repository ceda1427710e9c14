"""What is measured of a row, where it applies, and what stays ungraded."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.golden.questions import PHRASED
from ragkit.evaluate.measures.measure import MEASURES, PRICES, value_at
from ragkit.evaluate.measures.summary import scores

BY_THE_AUDITOR = ("correct by the judge", "faithfulness", "hallucination", "answer relevance")


def rows(*said):
    return [replace(ROW, key=str(at), question=str(at), **one) for at, one in enumerate(said)]


def test_no_two_measures_have_the_same_name():
    names = [measure.name for measure in MEASURES]
    assert len(set(names)) == len(names) and {"exact match", "F1", *BY_THE_AUDITOR} < set(names)


@pytest.mark.parametrize("kind", PHRASED)
def test_exact_match_and_f1_are_means_over_answers_and_refusals_with_failed_runs_ungraded(kind):
    said = ({"exact": 1.0, "f1": 1.0}, {"exact": 0.0, "f1": 0.5}, {"exact": 0.0, "f1": 0.0, "refused": True})
    failed = {"failed": "gone", "exact": None, "f1": None, "right": None}
    found = scores(rows(*[one | {"kind": kind} for one in (*said, failed)]))["naive"]
    assert (found["exact match"].mean, found["exact match"].n) == (pytest.approx(1 / 3), 3)
    assert (found["F1"].mean, found["F1"].ungraded) == (0.5, 1)
    assert found["abstained"].mean == pytest.approx(1 / 3)
    assert (found["correct"].n, found["correct"].ungraded) == (3, 1)


def test_they_do_not_apply_to_questions_whose_answers_are_sentences():
    assert not {"exact match", "F1"} & set(scores(rows({"kind": "factual"}))["naive"])


def test_without_an_auditor_refusals_are_ungraded_as_answers_are():
    nothing = {"agrees": None, "hallucinated": None, "answer_relevance": None, "audited": False}
    found = scores(rows(nothing, nothing | {"refused": True}))["naive"]
    ungraded = {name: (found[name].n, found[name].ungraded) for name in BY_THE_AUDITOR}
    assert ungraded["correct by the judge"] == ungraded["hallucination"] == (0, 2)
    assert ungraded["faithfulness"] == ungraded["answer relevance"] == (0, 1)


def test_with_an_auditor_a_refusal_is_wrong_and_no_hallucination():
    found = scores(rows({"refused": True, "agrees": None}))["naive"]
    assert found["correct by the judge"].mean == found["hallucination"].mean == 0.0


def test_the_value_of_a_run_is_measured_at_each_price_and_an_ungraded_one_is_counted():
    """A correct answer, a wrong one, half a one, an abstention and a failed run: 1.5 - 1.5 p of four."""
    said = (
        {"right": True}, {"right": False}, {"right": 0.5, "kind": "ambiguous"}, {"right": False, "refused": True},
        {"failed": "gone", "right": None},
    )  # fmt: skip
    found = scores(rows(*said))["naive"]
    assert PRICES == (0, 0.5, 1, 2)
    for price in PRICES:
        worth = found[f"value at {price:g}"]
        assert (worth.mean, worth.n, worth.ungraded) == (pytest.approx(1.5 * (1 - price) / 4), 4, 1)


def test_a_measure_of_value_says_what_it_counts_and_at_0_that_it_is_accuracy():
    about = {price: value_at(price).about for price in PRICES}
    assert "this is accuracy" in about[0] and "-0.5 for a wrong answer" in about[0.5]
    assert all(value_at(price).good for price in PRICES) and value_at(1.0).name == "value at 1"


def test_the_answered_share_and_the_correct_ones_among_the_answers_that_were_given():
    naive = [{"right": 1.0}, {"right": 0.0}]
    adaptive = [{"right": 1.0}, {"right": 0.0, "refused": True}]
    found = scores([*rows(*naive), *(replace(row, system="adaptive") for row in rows(*adaptive))])
    shares = {name: (own["answered"], own["correct of the answered"]) for name, own in found.items()}
    assert [str(share) for share in shares["naive"]] == ["1.000 [1.000, 1.000] (n=2)", "0.500 [0.000, 1.000] (n=2)"]
    assert [str(share) for share in shares["adaptive"]] == ["0.500 [0.000, 1.000] (n=2)", "1.000 [1.000, 1.000] (n=1)"]


def test_a_system_that_answers_nothing_has_no_share_of_correct_answers_and_failed_runs_are_left_out():
    found = scores(rows({"refused": True}, {"failed": "gone", "right": None}))["naive"]
    assert (found["answered"].mean, found["answered"].n, found["correct of the answered"].n) == (0.0, 1, 0)
