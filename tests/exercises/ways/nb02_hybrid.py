"""02-hybrid: another right way."""

from collections import defaultdict

from ragkit.course.exercises.checks.nb02_hybrid import best


def step_by_step(dense, sparse, final):
    scores = defaultdict(float)
    for ranking in [dense, sparse]:
        rank = 1
        for name in ranking:
            scores[name] += 1 / (60 + rank)
            rank += 1
    pairs = sorted(((score, name) for name, score in scores.items()), reverse=True)
    return tuple(name for _, name in pairs)[:final]


RIGHT = [step_by_step]
ANSWER = best
