"""09-match: other right ways, and an answer that knows only one memory."""

import math

import numpy as np


def with_numpy(question, failures, above):
    def unit(vector):
        return np.array(vector) / np.linalg.norm(vector)

    scores = {name: float(unit(question) @ unit(vector)) for name, vector in failures.items()}
    return [name for name in sorted(scores, key=scores.get, reverse=True) if scores[name] > above]


def with_pairs(question, failures, above):
    pairs = []
    for name, vector in failures.items():
        product = sum(a * b for a, b in zip(question, vector))
        pairs.append((product / math.dist([0] * len(vector), vector) / math.hypot(*question), name))
    pairs.sort()
    return tuple(name for score, name in reversed(pairs) if score > above)


RIGHT = [with_numpy, with_pairs]


def HARD_CODED(question, failures, above):
    return ["Do newts swim?", "Who fed the owl?"]
