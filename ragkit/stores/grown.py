"""Vectors of a corpus that is larger than yours, to measure search at size."""

from __future__ import annotations

import numpy as np

TURN = 0.35
"""Length of the random vector by which a made vector is turned away, beside one of length 1."""
AT_ONCE = 10_000
"""Number of vectors made at a time, so that memory is needed for the result alone."""


def grown(vectors: np.ndarray, size: int) -> np.ndarray:
    """The first `size` vectors; those that are missing are made of the others, a little turned.

    `vectors` are rows of length one, and so is what is made. For a larger `size` the first rows
    stay the same.

    >>> larger = grown(np.eye(3, dtype=np.float32), 8)
    >>> larger.shape, np.allclose(np.linalg.norm(larger, axis=1), 1)
    ((8, 3), True)
    """
    real = min(len(vectors), size)
    found = np.empty((size, vectors.shape[1]), np.float32)
    found[:real] = vectors[:real]
    random = np.random.default_rng(1)
    for start in range(real, size, AT_ONCE):
        chosen = vectors[random.integers(len(vectors), size=AT_ONCE)]
        noise = random.standard_normal(chosen.shape, dtype=np.float32)
        noise *= TURN / np.linalg.norm(noise, axis=1, keepdims=True)
        turned = chosen + noise
        turned /= np.linalg.norm(turned, axis=1, keepdims=True)
        found[start : start + AT_ONCE] = turned[: size - start]
    return found
