"""13-chosen: another right way."""

from ragkit.course.exercises.checks.nb13_chosen import measured


def decided_rightly(pairs, threshold):
    return [odds for odds, relevant in pairs if relevant == (odds >= threshold)]


def by_sorting(fit, test):
    ranked = sorted(fit, key=lambda pair: (-len(decided_rightly(fit, pair[0])), pair[0]))
    threshold = ranked[0][0]
    return [threshold, sum(relevant == (odds >= threshold) for odds, relevant in test) / len(test)]


RIGHT = [by_sorting]
ANSWER = measured
