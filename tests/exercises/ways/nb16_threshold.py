"""16-threshold: another right way."""

from math import inf

from ragkit.course.exercises.checks.nb16_threshold import choose


def by_sorting(rows, most):
    noisy = [-inf if odds is None else odds for odds, is_noisy in rows if is_noisy]
    clean = [-inf if odds is None else odds for odds, is_noisy in rows if not is_noisy]
    found = []
    for threshold in {odds for odds, _ in rows} - {None}:
        recall = sum(odds < threshold for odds in noisy) / len(noisy)
        away = sum(odds < threshold for odds in clean) / len(clean)
        if away <= most:
            found.append((-recall, threshold, away))
    if not found:
        return None
    recall, threshold, away = sorted(found)[0]
    return threshold, -recall, away


RIGHT = [by_sorting]
ANSWER = choose
