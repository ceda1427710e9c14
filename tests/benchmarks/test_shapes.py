"""Shapes of adapters are compared by what their kept critics reached on dev."""

import json

import pytest

from benchmarks.shapes import Shape, outcome, shape, shared_plan
from benchmarks.taught_tables import shapes_table
from ragkit.teach.plan import Plan, remembered

FACTS = {
    "bytes": 2_500_000,
    "best_step": 6,
    "steps": 12,
    "pairs": {"train": {"negated": 9}, "dev": {"negated": 3, "two-sided": 2}, "test": {"negated": 1}},
    "after": {
        "negated": {"ranked": {"mean": 2 / 3, "n": 3}},
        "two-sided": {"ranked": {"mean": 1.0, "n": 1}},
        "entailment": {"ranked": {"mean": 0.1, "n": 40}},
    },
    "history": [
        {"step": 0, "loss": None, "auc": {"negated": 0.5, "two-sided": 0.5}},
        {"step": 6, "loss": 0.7, "auc": {"negated": 0.9, "two-sided": 0.7}},
        {"step": 12, "loss": 0.6, "auc": {"negated": 0.6, "two-sided": 0.6}},
    ],
}


def test_a_shape_is_a_rank_and_a_depth_and_its_change_is_scaled_alike():
    assert shape("8,0.5") == Shape(8, 0.5)
    assert shape("8,0.5").lora.alpha / 8 == shape("32,0.5").lora.alpha / 32 == 2
    assert (shape("8,0.5").lora.rank, shape("8,0.5").lora.from_depth) == (8, 0.5)


def test_each_shape_learns_from_the_pairs_that_were_planned_for_the_first(tmp_path):
    first, other = tmp_path / "8-0.50", tmp_path / "16-0.50"
    shared_plan(first, first, "key of 8")
    shared_plan(other, first, "key of 16")
    assert not first.exists() and not other.exists()  # so the first one makes a plan
    first.mkdir()
    plan = remembered(first / "plan.json", "key of 8", lambda: Plan(300, 40, 30, 1, 900.0))
    shared_plan(other, first, "key of 16")
    assert remembered(other / "plan.json", "key of 16", lambda: pytest.fail("planned again")) == plan


def test_the_mean_is_that_of_the_step_whose_critic_was_kept(tmp_path):
    one = Shape(8, 0.5)
    folder = tmp_path / one.name
    folder.mkdir()
    (folder / "facts.json").write_text(json.dumps(FACTS))
    row = outcome(tmp_path, one)
    assert row["auc"] == row["checks"]["6"] == pytest.approx(0.8)
    assert (row["pairs"], row["bytes"], row["best_step"]) == (5, 2_500_000, 6)


def test_shapes_are_compared_check_by_check_and_one_that_no_critic_came_of_is_in_the_table(tmp_path):
    cut_off = {"rank": 16, "from_depth": 0.0, "bytes": 5e6, "auc": 0.75, "checks": {"0": 0.5, "6": 0.75}}
    whole = cut_off | {"rank": 4, "checks": {"0": 0.5, "6": 0.7, "12": 0.8}}
    lines = shapes_table({"shapes": [outcome(tmp_path, Shape(8, 0.5)), cut_off, whole]}).splitlines()
    assert lines[0] == "| rank | from depth | MB | step 0 | step 6 | step 12 |"
    assert lines[2] == "| 8 | 0.50 | no critic |  |  |  |"
    assert lines[3] == "| 16 | 0.00 | 5.0 | 0.500 | 0.750 |  |"
    assert lines[4] == "| 4 | 0.00 | 5.0 | 0.500 | 0.700 | 0.800 |"
