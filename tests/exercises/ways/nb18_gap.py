"""18-gap: another right way."""

from ragkit.course.exercises.checks.nb18_gap import gaps


def by_edges(rows, bins):
    found = []
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        if place == bins - 1:
            high = 1.1
        own = [(score, right) for score, right in rows if score is not None and low <= score < high]
        if own:
            total = sum(score - right for score, right in own)
            found.append([total / len(own), len(own)])
    return found


RIGHT = [by_edges]
ANSWER = gaps
