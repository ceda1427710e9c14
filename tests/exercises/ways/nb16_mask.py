"""16-mask: another right way."""

from math import exp, fsum, inf

from ragkit.course.exercises.checks.nb16_mask import pass_odds


def by_minus_infinity(scores):
    masked = {token: score if token.strip().lower() in ("yes", "no") else -inf for token, score in scores.items()}
    total = fsum(exp(score) for score in masked.values())
    if total == 0:
        return None
    return sum(exp(score) / total for token, score in masked.items() if "y" in token.lower())


RIGHT = [by_minus_infinity]
ANSWER = pass_odds
