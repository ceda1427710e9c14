"""14-keys: other right ways, and an answer that knows only one grade."""

from ragkit.evaluate.golden.correct import holds


def with_loops(answer, keys, forbidden):
    if len(keys) == 0:
        return None
    for wrong in forbidden:
        if holds(answer, wrong):
            return False
    held = [group for group in keys if [spelling for spelling in group if holds(answer, spelling)]]
    return len(held) == len(keys)


def by_counting(answer, keys, forbidden):
    held = sum(any(holds(answer, spelling) for spelling in group) for group in keys)
    bad = sum(holds(answer, wrong) for wrong in forbidden)
    return (held == len(keys) and not bad) if keys else None


RIGHT = [with_loops, by_counting]


def HARD_CODED(answer, keys, forbidden):
    return True
