"""Search at size: made vectors are near those they are made of, and a store is built, opened and asked."""

import numpy as np
import pytest

from benchmarks.stores import DEEP, TURN, grown, measure, recall, stores_table


def unit(count, seed=0, dimensions=16):
    vectors = np.random.default_rng(seed).standard_normal((count, dimensions), dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_vectors_are_grown_to_a_size_by_turning_real_ones_a_little():
    real = unit(50)
    more = grown(real, 200)
    assert more.shape == (200, 16) and (more[:50] == real).all()
    assert np.linalg.norm(more, axis=1) == pytest.approx(1, abs=1e-5)
    # A vector of length one and one of length TURN across it: the cosine is 1 over the hypotenuse.
    nearest = (more[50:] @ real.T).max(axis=1)
    assert np.median(nearest) == pytest.approx(1 / np.hypot(1, TURN), abs=0.03)
    assert grown(real, 20).shape == (20, 16)


def test_recall_counts_what_is_among_the_first():
    nearest = [list(range(DEEP)), list(range(DEEP))]
    found = [list(range(DEEP)), list(range(4, DEEP + 4))]
    # Of the first five all, and of the second five one.
    assert recall(found, nearest, 5) == pytest.approx((1 + 1 / 5) / 2)


@pytest.mark.slow
def test_both_stores_are_measured_and_the_exact_one_finds_all(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.stores.BUILD", tmp_path)
    monkeypatch.setattr("benchmarks.stores.embedded", lambda folder, most: unit(400))
    result = measure(tmp_path, (100, 300), ("exact", "chroma"))
    small, large = (result["sizes"][size] for size in ("100", "300"))
    assert small["exact"]["recall_5"] == small["exact"]["recall_50"] == 1
    assert large["chroma"]["recall_5"] > 0.9 and large["made"] == 100
    assert large["chroma"]["build_ratio"] == pytest.approx(large["chroma"]["build"] / large["exact"]["build"])
    assert stores_table(result).count("\n") == 2 + 4
