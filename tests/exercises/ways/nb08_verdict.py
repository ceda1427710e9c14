"""08-verdict: another right way."""

from statistics import fmean

from ragkit.course.exercises.checks.nb08_verdict import verdict


def step_by_step(supports, fit, risk_up_to, fit_from):
    mean = fmean(support or 0 for support in supports) if supports else 1
    fits = fit is not None and fit >= fit_from
    if 1 - mean > risk_up_to:
        return "ungraded" if fit is None or None in supports else "unsupported"
    if fits:
        return "grounded"
    return "ungraded" if fit is None or None in supports else "beside the point"


RIGHT = [step_by_step]
ANSWER = verdict
