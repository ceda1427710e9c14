"""Made vectors are near those that they are made of, and a larger corpus begins with the smaller one."""

import numpy as np
import pytest
from samples import unit_vectors

from ragkit.stores.grown import AT_ONCE, TURN, grown


def test_missing_vectors_are_real_ones_turned_a_little():
    real = unit_vectors(50)
    more = grown(real, 200)
    assert more.shape == (200, 16) and (more[:50] == real).all()
    assert np.linalg.norm(more, axis=1) == pytest.approx(1, abs=1e-5)
    # A vector of length one and one of length TURN across it: the cosine is 1 over the hypotenuse.
    nearest = (more[50:] @ real.T).max(axis=1)
    assert np.median(nearest) == pytest.approx(1 / np.hypot(1, TURN), abs=0.03)


def test_none_are_made_where_there_are_enough():
    real = unit_vectors(50)
    assert (grown(real, 20) == real[:20]).all() and len(grown(real, 0)) == 0


def test_a_larger_corpus_begins_with_the_smaller_one():
    real = unit_vectors(50)
    smaller, larger = grown(real, 300), grown(real, AT_ONCE + 300)
    assert len(larger) == AT_ONCE + 300 and (larger[:300] == smaller).all()
