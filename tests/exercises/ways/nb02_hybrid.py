"""02-hybrid: other right ways, and an answer that knows only the letters of the notebook."""

from collections import defaultdict


def name_by_name(dense, sparse, final):
    def score(name):
        return sum(1 / (61 + list(ranking).index(name)) for ranking in (dense, sparse) if name in ranking)

    return sorted({*dense, *sparse}, key=score, reverse=True)[:final]


def step_by_step(dense, sparse, final):
    scores = defaultdict(float)
    for ranking in [dense, sparse]:
        rank = 1
        for name in ranking:
            scores[name] += 1 / (60 + rank)
            rank += 1
    pairs = sorted(((score, name) for name, score in scores.items()), reverse=True)
    return tuple(name for _, name in pairs)[:final]


RIGHT = [name_by_name, step_by_step]


def HARD_CODED(dense, sparse, final):
    return ["a", "e", "g"]
