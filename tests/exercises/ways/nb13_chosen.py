"""13-chosen: other right ways, and an answer that knows only one threshold."""


def decided_rightly(pairs, threshold):
    return [odds for odds, relevant in pairs if relevant == (odds >= threshold)]


def written_out(fit, test):
    best, most = None, -1
    for threshold in sorted(odds for odds, _ in fit):
        if len(decided_rightly(fit, threshold)) > most:
            best, most = threshold, len(decided_rightly(fit, threshold))
    return best, len(decided_rightly(test, best)) / len(test)


def by_sorting(fit, test):
    ranked = sorted(fit, key=lambda pair: (-len(decided_rightly(fit, pair[0])), pair[0]))
    threshold = ranked[0][0]
    return [threshold, sum(relevant == (odds >= threshold) for odds, relevant in test) / len(test)]


RIGHT = [written_out, by_sorting]


def HARD_CODED(fit, test):
    return 0.5, 0.5
