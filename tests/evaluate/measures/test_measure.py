"""What is measured of a row, where it applies, and what stays ungraded."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.golden.questions import PHRASED
from ragkit.evaluate.measures.measure import MEASURES
from ragkit.evaluate.measures.summary import scores

BY_THE_AUDITOR = ("right by the judge", "faithfulness", "hallucination", "answer relevance")


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
    assert found["refused"].mean == pytest.approx(1 / 3)
    assert (found["right"].n, found["right"].ungraded) == (3, 1)


def test_they_do_not_apply_to_questions_whose_answers_are_sentences():
    assert not {"exact match", "F1"} & set(scores(rows({"kind": "factual"}))["naive"])


def test_without_an_auditor_refusals_are_ungraded_as_answers_are():
    nothing = {"agrees": None, "hallucinated": None, "answer_relevance": None, "audited": False}
    found = scores(rows(nothing, nothing | {"refused": True}))["naive"]
    ungraded = {name: (found[name].n, found[name].ungraded) for name in BY_THE_AUDITOR}
    assert ungraded["right by the judge"] == ungraded["hallucination"] == (0, 2)
    assert ungraded["faithfulness"] == ungraded["answer relevance"] == (0, 1)


def test_with_an_auditor_a_refusal_is_wrong_and_no_hallucination():
    found = scores(rows({"refused": True, "agrees": None}))["naive"]
    assert found["right by the judge"].mean == found["hallucination"].mean == 0.0
