"""02-idf: another right way."""

import numpy as np

from ragkit.course.exercises.checks.nb02_idf import idf


def with_numpy(word, documents):
    holds = np.array([document.count(word) > 0 for document in documents])
    missing = (~holds).sum() + 0.5
    return np.maximum(0.0, np.log(missing) - np.log(holds.sum() + 0.5))


RIGHT = [with_numpy]
ANSWER = idf
