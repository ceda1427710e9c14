"""05-critic: other right ways, and an answer that knows only one verdict."""


def by_the_best(odds, lower, upper):
    if None not in odds and max(odds, default=0) < lower:
        return "incorrect"
    best = max((one for one in odds if one is not None), default=0)
    return "correct" if best >= upper else "ambiguous"


def one_by_one(odds, lower, upper):
    found = "incorrect"
    for one in odds:
        if one is None:
            found = "ambiguous"
        elif one >= upper:
            return "correct"
        elif one >= lower:
            found = "ambiguous"
    return found


RIGHT = [by_the_best, one_by_one]


def HARD_CODED(odds, lower, upper):
    return "correct"
