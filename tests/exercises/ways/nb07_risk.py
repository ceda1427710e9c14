"""07-risk: other right ways, and an answer that knows only one draft."""

from statistics import fmean


def by_addition(supports):
    total = 0
    for support in supports:
        if support is not None:
            total += support
    return 1 - total / len(supports) if supports else 0


def as_a_mean_of_risks(supports):
    risks = [1 if support is None else 1 - support for support in supports]
    return fmean(risks or [0])


RIGHT = [by_addition, as_a_mean_of_risks]


def HARD_CODED(supports):
    return 0.375
