"""The plan of a study: an experiment's file that any experiment can read, its halves, and the budget that is spent."""

from dataclasses import replace

import pytest
from experiments import QUESTIONS, questions_in
from samples import ROW

from ragkit.evaluate.experiments.experiment import BadExperiment, load_experiment
from ragkit.evaluate.study.plan import (
    FILE,
    MINUTES,
    USUAL,
    half_of,
    is_planned,
    over,
    plan,
    planned,
    price_of,
)
from ragkit.graphs import SYSTEMS


@pytest.fixture
def folders(tmp_path):
    """A folder of documents, and one for a study, side by side."""
    documents = tmp_path / "owls"
    documents.mkdir()
    (tmp_path / "study").mkdir()
    return documents, tmp_path / "study"


def row(minutes, cost=None, **other):
    return replace(ROW, seconds=60 * minutes, cost=cost, **other)


# The file


def test_a_plan_is_read_as_it_was_made_and_by_every_experiment(folders):
    documents, to = folders
    found = plan(documents, to, ["hybrid", "crag"], 2.5, 30, None)
    assert found == planned(to) == load_experiment(to / FILE)
    assert list(found.systems) == ["hybrid", "crag"] and found.systems["crag"].graph == "crag"
    assert (price_of(found), found.caps.minutes, found.caps.cost, found.audit) == (2.5, 30, None, False)


def test_its_paths_are_relative_so_that_both_folders_can_be_moved_together(folders, tmp_path):
    documents, to = folders
    plan(documents, to, USUAL, 1, MINUTES, None)
    assert "corpus: ../owls\n" in (to / FILE).read_text() and str(tmp_path) not in (to / FILE).read_text()
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for folder in folders:
        folder.rename(moved / folder.name)
    found = planned(moved / "study")
    assert found.corpus == (moved / "owls").resolve()
    assert found.questions.file == (moved / "study" / "questions.jsonl").resolve()


def test_a_folder_behind_a_link_is_found_again(folders, tmp_path):
    documents, to = folders
    deep = tmp_path / "far" / "away"
    deep.mkdir(parents=True)
    (tmp_path / "link").symlink_to(deep, target_is_directory=True)
    found = plan(documents, tmp_path / "link" / "study", USUAL, 1, MINUTES, None)
    assert found.corpus == documents.resolve() == planned(tmp_path / "link" / "study").corpus


def test_the_folder_of_a_study_is_made_and_is_only_then_planned(folders, tmp_path):
    documents, _ = folders
    to = tmp_path / "new" / "study"
    assert not is_planned(to)
    plan(documents, to, USUAL, 0, MINUTES, None)
    assert is_planned(to) and price_of(planned(to)) == 0


def test_the_usual_systems_are_there_and_a_usual_plan_can_be_read(folders):
    assert set(USUAL) <= set(SYSTEMS)
    assert list(plan(*folders, USUAL, 1, MINUTES, None).systems) == list(USUAL)


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"systems": ["hybrid", "magic"]}, "the graph 'magic' was asked for"), ({"minutes": -5}, "caps.minutes"),
     ({"price": -1}, "wrong_costs"), ({"minutes": float("nan")}, "caps.minutes")],
)  # fmt: skip
def test_a_plan_with_a_fault_is_refused_and_the_one_that_was_there_stays(folders, changed, said):
    documents, to = folders
    before = plan(documents, to, ["naive", "hybrid"], 1, 60, None)
    given = {"systems": ["naive", "hybrid"], "price": 1, "minutes": 60, "dollars": None} | changed
    with pytest.raises(BadExperiment, match=said):
        plan(documents, to, **given)
    assert planned(to) == before


def test_dollars_need_a_known_price(folders, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_MODEL", "owl-7b")
    with pytest.raises(BadExperiment, match="the price of owl-7b is not known; set price"):
        plan(*folders, ["naive", "hybrid"], 1, 60, 2.0)
    assert not is_planned(folders[1])
    monkeypatch.setenv("RAGKIT_PRICE", "[1, 0.5, 4]")
    assert plan(*folders, ["naive", "hybrid"], 1, 60, 2.0).caps.cost == 2.0


# The halves


def test_a_half_has_its_questions_and_the_systems_that_it_is_given(folders):
    documents, to = folders
    parts = [one | {"part": part} for one, part in zip(QUESTIONS, ("fit", "test", "test"), strict=True)]
    questions_in(to, parts)
    whole = plan(documents, to, ["naive", "hybrid"], 1, 60, None)
    half = half_of(whole, "test", {"naive": whole.systems["naive"]})
    assert {question.id for question in half.asked} == {"cats", "mars"} and list(half.systems) == ["naive"]
    assert {question.id for question in half_of(whole, "fit", whole.systems).asked} == {"owls"}
    assert list(whole.systems) == ["naive", "hybrid"] and whole.questions.part is None


# The budget


def test_the_minutes_of_all_runs_count_and_no_budget_is_spent_before(folders):
    budget = plan(*folders, ["naive", "hybrid"], 1, 60, None)
    assert over(budget, []) == ""
    assert over(budget, [row(30), row(29.9)]) == ""
    assert over(budget, [row(30), row(30)]) == "60.0 of 60 minutes"


def test_a_share_of_the_budget_is_spent_sooner(folders):
    budget = plan(*folders, ["naive", "hybrid"], 1, 60, None)
    assert over(budget, [row(29)], 0.5) == ""
    assert over(budget, [row(30)], 0.5) == "30.0 of 60 minutes" != over(budget, [row(30)])


def test_dollars_are_spent_too_and_an_unknown_price_counts_nothing(folders, monkeypatch):
    monkeypatch.setenv("RAGKIT_PRICE", "[1, 0.5, 4]")
    budget = plan(*folders, ["naive", "hybrid"], 1, 60, 0.5)
    assert over(budget, [row(1, 0.25), row(1, 0.2), row(1)]) == ""
    assert over(budget, [row(1, 0.25), row(1, 0.25), row(1)]) == "0.50 of 0.5 dollars"
    assert over(budget, [row(1, 0.25)], 0.5) == "0.25 of 0.5 dollars"


def test_failed_runs_have_taken_their_time(folders):
    budget = plan(*folders, ["naive", "hybrid"], 1, 10, None)
    assert over(budget, [row(10, failed="gone")]) == "10.0 of 10 minutes"


def test_without_a_budget_none_is_ever_spent(folders):
    budget = plan(*folders, ["naive", "hybrid"], 1, None, None)
    assert over(budget, [row(10_000, 900.0)]) == ""
