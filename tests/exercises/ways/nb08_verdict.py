"""08-verdict: other right ways, and an answer that knows only one draft."""

from statistics import fmean


def step_by_step(supports, fit, risk_up_to, fit_from):
    mean = fmean(support or 0 for support in supports) if supports else 1
    fits = fit is not None and fit >= fit_from
    if 1 - mean > risk_up_to:
        return "ungraded" if fit is None or None in supports else "unsupported"
    if fits:
        return "grounded"
    return "ungraded" if fit is None or None in supports else "beside the point"


def by_a_table(supports, fit, risk_up_to, fit_from):
    judged = [support for support in supports if support is not None]
    low = not supports or 1 - sum(judged) / len(supports) <= risk_up_to
    table = {
        "grounded": low and fit is not None and not fit < fit_from,
        "ungraded": len(judged) < len(supports) or fit is None,
        "beside the point": low,
        "unsupported": True,
    }
    return next(name for name, applies in table.items() if applies)


RIGHT = [step_by_step, by_a_table]


def HARD_CODED(supports, fit, risk_up_to, fit_from):
    return "beside the point"
