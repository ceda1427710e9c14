"""`benchmarks/taught_again.py` tells a lesson that came out as the first from one that did not."""

import json
import sys

import pytest

from benchmarks import taught_again, taught_tables
from benchmarks.taught_again import again_table, place, places

PAIRS = {"train": {"bird": 8}, "dev": {}, "test": {"bird": 4, "fish": 4}}


def of(mean, low, high, n=4):
    return {"mean": mean, "low": low, "high": high, "n": n, "ungraded": 0}


def lesson(bird, fish):
    """The facts of a lesson by the fraction of pairs ranked right of each kind; areas are the same."""
    area = of(0.8, 0.6, 1.0)
    after = {
        "bird": {"auc": area, "ranked": of(bird, 0.25, 0.9)},
        "entailment": {"auc": area, "ranked": of(0.5, 0.4, 0.6, n=40)},
        "fish": {"auc": area, "ranked": of(fish, 1.0, 1.0)},
    }
    return {"base": "owl", "pairs": PAIRS, "after": after}


@pytest.fixture(autouse=True)
def ships(tmp_path, monkeypatch):
    """The critic that ships ranks half of the birds right and all of the fish: six pairs of eight."""
    (tmp_path / "owl.json").write_text(json.dumps(lesson(0.5, 1.0)))
    monkeypatch.setattr(taught_tables, "FOLDER", tmp_path)
    monkeypatch.setattr(taught_again, "RESULTS", tmp_path)


def run(folder, facts, monkeypatch):
    own = folder / "balanced"
    own.mkdir()
    (own / "facts.json").write_text(json.dumps(facts))
    monkeypatch.setattr(sys, "argv", ["taught_again.py", str(own)])
    return taught_again.main()


def test_the_ends_of_an_interval_are_inside():
    before = of(0.8, 0.7, 0.9)
    means = (0.699, 0.7, 0.9, 0.901)
    assert [place(before, of(mean, 0, 1)) for mean in means] == ["below", "inside", "inside", "above"]


def test_a_lesson_that_came_out_alike_agrees_and_its_facts_are_kept(tmp_path, monkeypatch, capsys):
    again = lesson(0.75, 1.0)
    assert run(tmp_path, again, monkeypatch) == 0
    assert capsys.readouterr().out.endswith("compared=4 below=0\n")
    assert json.loads((tmp_path / "taught_again-balanced.json").read_text()) == again


def test_a_kind_that_was_ranked_wholly_right_is_below_with_one_pair_less_and_all_kinds_are_not(
    tmp_path, monkeypatch, capsys
):
    again = lesson(0.5, 0.75)
    assert run(tmp_path, again, monkeypatch) == 1
    assert capsys.readouterr().out.endswith("compared=4 below=1 fish\n")
    assert places(again)["all but entailment"] == {"ranked": "inside"}
    last = again_table(again).splitlines()[-1]
    assert last.startswith("| all but entailment | 8 |  |  | 0.750 [") and " | 0.625 [" in last


def test_a_mean_above_its_interval_is_said_and_is_no_failure(tmp_path, monkeypatch):
    again = lesson(1.0, 1.0)
    assert places(again)["bird"] == {"auc": "inside", "ranked": "above"}
    assert run(tmp_path, again, monkeypatch) == 0


def test_a_lesson_reported_on_other_pairs_is_not_compared(tmp_path, monkeypatch, capsys):
    other = lesson(0.5, 1.0) | {"pairs": PAIRS | {"test": {"bird": 5, "fish": 4}}}
    with pytest.raises(SystemExit):
        run(tmp_path, other, monkeypatch)
    assert "this one on {'bird': 5, 'fish': 4}" in capsys.readouterr().err
    assert not (tmp_path / "taught_again-balanced.json").exists()


def test_a_model_that_no_critic_ships_for_is_named(tmp_path, monkeypatch, capsys):
    with pytest.raises(SystemExit):
        run(tmp_path, lesson(0.5, 1.0) | {"base": "newt"}, monkeypatch)
    assert "newt.json" in capsys.readouterr().err


def test_a_lesson_that_has_not_ended_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["taught_again.py", str(tmp_path / "balanced")])
    with pytest.raises(SystemExit):
        taught_again.main()
    assert "balanced/facts.json is missing: the lesson has not ended" in capsys.readouterr().err


def test_without_results_the_table_says_so():
    assert again_table({}) == "Not run yet.\n"
