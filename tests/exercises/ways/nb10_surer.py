"""10-surer: other right ways, and an answer that knows only one threshold."""


def by_cases(fit_from, loop, asked_web, retry_raises):
    if asked_web:
        loop = 1
    raised = fit_from
    for _ in range(loop):
        raised += retry_raises
    return raised if raised < 1 else 1


def on_one_line(fit_from, loop, asked_web, retry_raises):
    return min(fit_from + (loop, 1)[asked_web] * retry_raises, 1)


RIGHT = [by_cases, on_one_line]


def HARD_CODED(fit_from, loop, asked_web, retry_raises):
    return 0.65
