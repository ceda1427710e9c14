"""One huge document does not hide small ones (chroma-core/chroma, issue 2250): each store finds them all."""

import numpy as np
import pytest

from ragkit.state import Passage
from ragkit.stores import ChromaVectors, ExactVectors

NEAR, SMALL, DIMENSIONS = 5_000, 5, 64
APART = 0.1
"""Length of the random part of a vector of the huge document, beside a common part of length 1."""


def unit(vectors):
    vectors = np.asarray(vectors, np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def corpus():
    """The passages of five small documents, with a huge one among them, and the vector of each text."""
    random = np.random.default_rng(0)
    small = unit(random.standard_normal((SMALL, DIMENSIONS)))
    (middle,) = unit(random.standard_normal((1, DIMENSIONS)))
    near = unit(middle + APART * unit(random.standard_normal((NEAR, DIMENSIONS))))
    # Two small ones are indexed before the huge document, and three after it.
    names = ["small0", "small1", *[f"huge{number}" for number in range(NEAR)], "small2", "small3", "small4"]
    vectors = dict(zip(names, [*small[:2], *near, *small[2:]], strict=True))
    return [Passage(name, name) for name in names], vectors


@pytest.mark.slow
@pytest.mark.parametrize("kind", [ExactVectors, ChromaVectors])
def test_each_small_document_is_the_first_hit_of_its_own_vector(kind, corpus, tmp_path):
    passages, vectors = corpus
    store = kind(tmp_path / "store", passages, lambda texts: np.array([vectors[text] for text in texts]), quiet=True)
    names = [f"small{number}" for number in range(SMALL)]
    first = [store.nearest(vectors[name], 1, None)[0][0] for name in names]
    store.close()
    assert first == names
