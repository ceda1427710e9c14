"""22-bars: another right way."""

from ragkit.course.exercises.checks.nb22_bars import verdict


def step_by_step(groundedness, fit, quality, bars):
    if None in (groundedness, fit):
        return "ungraded"
    least = bars["fit"]
    if quality is not None and quality < bars["quality"]:
        least = bars["poor fit"]
    enough = min(groundedness - bars["groundedness"], fit - least) >= 0
    return "grounded" if enough else "insufficient"


RIGHT = [step_by_step]
ANSWER = verdict
