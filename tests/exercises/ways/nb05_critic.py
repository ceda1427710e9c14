"""05-critic: another right way, and an answer that knows only one verdict."""


def by_the_best(odds, lower, upper):
    if None not in odds and max(odds, default=0) < lower:
        return "incorrect"
    best = max((one for one in odds if one is not None), default=0)
    return "correct" if best >= upper else "ambiguous"


RIGHT = [by_the_best]


def HARD_CODED(odds, lower, upper):
    return "correct"
