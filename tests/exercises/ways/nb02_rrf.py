"""02-rrf: another right way, and an answer that knows only the example of the notebook."""

from collections import Counter


def with_a_counter(rankings, k):
    scores = Counter()
    for ranking in rankings:
        scores.update({name: 1 / (k + place + 1) for place, name in enumerate(ranking)})
    return scores


RIGHT = [with_a_counter]


def HARD_CODED(rankings, k):
    return {"cat": 1 / 61, "dog": 1 / 62 + 1 / 61}
