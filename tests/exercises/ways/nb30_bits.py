"""30-bits: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb30_bits import two_stages


def with_numpy(query, vectors, most, k):
    query, vectors = np.array(query), np.array(vectors)
    differing = ((vectors > 0) != (query > 0)).sum(axis=1)
    candidates = np.sort(np.argsort(differing, kind="stable")[:most])
    order = np.argsort(-(vectors[candidates] @ query), kind="stable")
    return candidates[order][:k].tolist()


RIGHT = [with_numpy]
ANSWER = two_stages
