"""14-tokens: another right way."""

from statistics import fmean

from ragkit.course.exercises.checks.nb14_tokens import fair


def by_the_larger_ratio(runs, agent):
    used = {}
    for system, _, read, _, written, _ in runs:
        used.setdefault(system, []).append(read + written)
    means = {system: fmean(own) for system, own in used.items()}
    own = means.pop(agent)
    plain = min(means, key=lambda system: max(means[system] / own, own / means[system]))
    graded = {run[:2]: run[-1] for run in runs if run[-1] is not None}
    ours = {question: value for (system, question), value in graded.items() if system == agent}
    gaps = [ours[question] - graded[plain, question] for question in ours if (plain, question) in graded]
    return plain, sum(gaps) / len(gaps) if gaps else None


RIGHT = [by_the_larger_ratio]
ANSWER = fair
