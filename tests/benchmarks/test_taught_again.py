"""`benchmarks/taught_again.py` tells a lesson that came out as the first from one that did not."""

import json

import pytest

from benchmarks import taught_tables
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


def test_the_ends_of_an_interval_are_inside():
    before = of(0.8, 0.7, 0.9)
    means = (0.699, 0.7, 0.9, 0.901)
    assert [place(before, of(mean, 0, 1)) for mean in means] == ["below", "inside", "inside", "above"]


def test_a_kind_that_was_ranked_wholly_right_is_below_with_one_pair_less_and_all_kinds_are_not():
    again = lesson(0.5, 0.75)
    assert places(again)["fish"]["ranked"] == "below"
    assert places(again)["all but entailment"] == {"ranked": "inside"}
    last = again_table(again).splitlines()[-1]
    assert last.startswith("| all but entailment | 8 |  |  | 0.750 [") and " | 0.625 [" in last


def test_a_lesson_reported_on_other_pairs_is_not_compared():
    other = lesson(0.5, 1.0) | {"pairs": PAIRS | {"test": {"bird": 5, "fish": 4}}}
    with pytest.raises(ValueError, match="this one on {'bird': 5, 'fish': 4}"):
        places(other)
