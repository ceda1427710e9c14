"""HyDE or step-back: what a measurement of it says, by rows worked by hand, and how it is measured."""

import json
from dataclasses import asdict, replace

import pytest
from experiments import QUESTIONS, content_kit, questions_in

from ragkit.course.capstones.recall import (
    ABOUT_ROWS,
    CLAIM,
    ROWS,
    Recall,
    best,
    conclusion,
    measure,
    measured,
    of_measurement,
    read_claim,
    read_rows,
    result,
)
from ragkit.course.capstones.submission import BadSubmission
from ragkit.evaluate.golden import load_questions
from ragkit.score import Score


def cats(state, runtime):
    """reads question · writes queries"""
    return {"queries": [f"{state.question} cats by day"]}


@pytest.fixture
def asked(tmp_path):
    """Twenty questions with support, half of them in each part, and one without."""
    rows = [{**QUESTIONS[0], "id": f"{part}{at}", "part": part} for part in ("fit", "test") for at in range(10)]
    return load_questions(questions_in(tmp_path, [*rows, {**QUESTIONS[2], "part": "test"}]))


def rows_of(part, **found):
    """A row for each sign of a way: + finds all, - finds nothing."""
    rows = []
    for way, signs in found.items():
        rows += [Recall(f"{part}{at}", part, way, float(sign == "+")) for at, sign in enumerate(signs)]
    return rows


FIT = rows_of("fit", plain="+---------", hyde="++++------", general="++--------")
TEST = rows_of("test", plain="++--------", hyde="+++++++++-")


def handed_in(folder, rows=(*FIT, *TEST), **claimed):
    claim = replace(result([*FIT, *TEST], "hyde"), **claimed)
    (folder / ROWS).write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows))
    (folder / CLAIM).write_text(json.dumps(asdict(claim)))
    return folder


# The measurement


def test_the_best_way_is_the_one_on_fit_and_its_result_is_that_of_test():
    claim = result([*FIT, *TEST], best([*FIT, *TEST]))
    # 2 and 9 of ten; seven of ten differ by 1
    assert (claim.way, claim.plain, claim.rewritten, claim.difference, claim.n) == ("hyde", 0.2, 0.9, 0.7, 10)
    assert 0.3 < claim.low < 0.7 < claim.high <= 1 and claim.conclusion == "helps"


@pytest.mark.parametrize("low, high, said", [(0.1, 0.2, "helps"), (-0.2, -0.1, "hurts"), (-0.1, 0.1, "not shown")])
def test_the_conclusion_is_the_one_that_the_interval_allows(low, high, said):
    assert conclusion(Score(0.0, low, high, 10)) == said


def test_an_honest_measurement_has_all_its_points(tmp_path, asked):
    found = of_measurement(handed_in(tmp_path), asked)
    assert all(is_met for is_met, _ in found.values()) and found["rows"][1] == "50 rows"


@pytest.mark.parametrize(
    "claimed, unmet",
    [
        ({"difference": 0.8}, ["numbers"]),
        ({"low": 0.0}, ["numbers"]),
        ({"n": 20}, ["numbers"]),
        ({"high": float("nan")}, ["numbers"]),
        ({"plain": 0.2004}, []),  # rounded otherwise
        ({"conclusion": "not shown"}, ["conclusion"]),
    ],
)
def test_a_claim_that_is_not_that_of_its_rows_is_seen(tmp_path, asked, claimed, unmet):
    found = of_measurement(handed_in(tmp_path, **claimed), asked)
    assert [name for name, (is_met, _) in found.items() if not is_met] == unmet


def test_a_way_that_was_chosen_on_the_part_to_report_on_is_seen(tmp_path, asked):
    looked = [*FIT, *TEST, *rows_of("test", general="+" * 10)]
    assert not of_measurement(handed_in(tmp_path, looked), asked)["chosen"][0]
    worst = rows_of("fit", plain="+---------", hyde="----------", general="++--------")
    assert not of_measurement(handed_in(tmp_path, [*worst, *TEST]), asked)["chosen"][0]


@pytest.mark.parametrize("rows", [(*FIT, *TEST[1:]), (*FIT, *TEST, TEST[0]), (*FIT[1:], *TEST)])
def test_a_question_that_is_missing_or_twice_is_seen(tmp_path, asked, rows):
    is_met, came = of_measurement(handed_in(tmp_path, rows), asked)["rows"]
    assert not is_met and "rows for 10 questions" in came


def test_without_a_measurement_its_criteria_are_not_met_and_the_node_is_still_graded(tmp_path, asked):
    found = of_measurement(tmp_path, asked)
    assert {name: is_met for name, (is_met, _) in found.items()} == dict.fromkeys(ABOUT_ROWS, False)
    assert all("asked for the claim" in came and "`--rows`" in came for _, came in found.values())


def test_what_cannot_be_read_or_was_not_measured_is_named(tmp_path):
    with pytest.raises(BadSubmission, match="asked for the claim"):
        read_claim(tmp_path)
    for row in ("{}", '{"question": "a", "part": "fit", "way": "plain", "recall": 1.5}'):
        (tmp_path / ROWS).write_text(f"{row}\n")
        with pytest.raises(BadSubmission, match="not the rows of `measure`"):
            read_rows(tmp_path)
    with pytest.raises(BadSubmission, match="on the part fit, got no rows"):
        best(TEST)
    with pytest.raises(BadSubmission, match="what hyde brings on test, got no rows"):
        result(FIT, "hyde")


def test_searches_are_kept_and_none_is_made_twice(tmp_path):
    asked = load_questions(questions_in(tmp_path))
    kit = content_kit(tmp_path, k=1)
    folder = tmp_path / "rows"
    part = "fit"
    asked = [replace(question, part=part) for question in asked]
    rows = measure({"cats": cats}, kit, asked, part, folder, quiet=True)
    recalls = {(row.question, row.way): row.recall for row in rows}
    # the question finds its own animal, and the node leads owls astray; Mars has no support
    assert recalls == {("owls", "plain"): 1, ("owls", "cats"): 0, ("cats", "plain"): 1, ("cats", "cats"): 1}
    assert measure({"cats": cats}, kit, asked, part, folder, quiet=True) == rows == read_rows(folder)
    assert kit.model.prompts == []  # the search alone


def test_only_questions_of_the_part_with_support_are_measured(asked):
    assert len(measured(asked, "fit")) == len(measured(asked, "test")) == 10
