"""Which exercises a plan, a notebook or an id means."""

import pytest

from ragkit.course.exercises.catalogue import ids
from ragkit.course.of_plan import NoneMeant, notebooks_of, of_plan


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ninety"], ["02-rrf"]),
        (["2"], ["02-idf", "02-rrf", "02-hybrid"]),
        (["07-risk", "02-rrf"], ["02-rrf", "07-risk"]),
    ],
)
def test_a_name_means_a_plan_a_notebook_or_an_exercise(names, expected):
    assert [task.id for task in of_plan(names)] == expected


def test_without_a_name_all_are_meant():
    assert len(of_plan([])) == len(ids())


def test_the_notebooks_of_exercises_are_those_that_they_follow():
    assert notebooks_of(["07-risk", "02"]) == ["02_hybrid_retrieval", "07_claims"]


@pytest.mark.parametrize("text", ["- owl", "plans:\n  a:\n    days: 3", "plans: [", "owl: 1"])
def test_plans_that_cannot_be_read_are_told(text, tmp_path, monkeypatch):
    file = tmp_path / "plans.yml"
    file.write_text(text)
    monkeypatch.setattr("ragkit.course.of_plan.PLANS", file)
    with pytest.raises(NoneMeant, match="plans.yml, got .*; correct the file"):
        of_plan(["02"])


def test_any_other_name_is_told_with_those_that_there_are():
    with pytest.raises(NoneMeant, match="name a plan .ninety, half_day, two_days, four_weeks., a notebook"):
        of_plan(["owl"])
