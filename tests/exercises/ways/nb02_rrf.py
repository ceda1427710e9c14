"""02-rrf: other right ways, and an answer that knows only the example of the notebook."""

from collections import Counter
from fractions import Fraction


def with_a_counter(rankings, k):
    scores = Counter()
    for ranking in rankings:
        scores.update({name: 1 / (k + place + 1) for place, name in enumerate(ranking)})
    return scores


def name_by_name(rankings, k=60):
    names = {name for ranking in rankings for name in ranking}
    scores = {}
    for name in sorted(names):
        ranks = [ranking.index(name) + 1 for ranking in rankings if name in ranking]
        scores[name] = float(sum(Fraction(1, k + rank) for rank in ranks))
    return scores


RIGHT = [with_a_counter, name_by_name]


def HARD_CODED(rankings, k):
    return {"cat": 1 / 61, "dog": 1 / 62 + 1 / 61}
