"""Search at size: a store is built, opened and asked."""

import pytest
from samples import unit_vectors

from benchmarks.stores import DEEP, measure, recall, stores_table


def test_recall_counts_what_is_among_the_first():
    nearest = [list(range(DEEP)), list(range(DEEP))]
    found = [list(range(DEEP)), list(range(4, DEEP + 4))]
    # Of the first five all, and of the second five one.
    assert recall(found, nearest, 5) == pytest.approx((1 + 1 / 5) / 2)


@pytest.mark.slow
def test_both_stores_are_measured_and_the_exact_one_finds_all(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.stores.BUILD", tmp_path)
    monkeypatch.setattr("benchmarks.stores.embedded", lambda folder, most: unit_vectors(400))
    result = measure(tmp_path, (100, 300), ("exact", "chroma"))
    small, large = (result["sizes"][size] for size in ("100", "300"))
    assert small["exact"]["recall_5"] == small["exact"]["recall_50"] == 1
    assert large["chroma"]["recall_5"] > 0.9 and large["made"] == 100
    assert large["chroma"]["build_ratio"] == pytest.approx(large["chroma"]["build"] / large["exact"]["build"])
    assert stores_table(result).count("\n") == 2 + 4
