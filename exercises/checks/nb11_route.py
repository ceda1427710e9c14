"""11-route: predict where the table after the context critic sends seven runs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.rehearse import rehearse
from ragkit.graphs.adaptive.policy import CONTEXT

STORIES = {
    "A": (["insufficient", "approved"], True),
    "B": (["insufficient", "insufficient", "stalled"], True),
    "C": (["insufficient", "insufficient", "stalled", "approved"], False),
    "D": (["unsure", "approved"], True),
    "E": (["unsure", "approved"], False),
    "F": (["remembered"], False),
    "G": (["insufficient", "exhausted", "approved"], False),
}
"""What the critic finds, pass by pass, and whether there is a web to search."""
OWN = Own(
    "The critic finds `{A}` in run A, and `{G}` in run G.",
    A=(
        "insufficient, approved",
        "approved",
        "insufficient, insufficient, approved",
        "insufficient, insufficient, insufficient, approved",
    ),
    G=(
        "insufficient, exhausted, approved",
        "exhausted, approved",
        "insufficient, insufficient, exhausted, approved",
        "insufficient, insufficient, insufficient, exhausted, approved",
    ),
)
NOTHING = "nothing is predicted here yet: write the destinations of this run"
Routes = dict[str, list[str]]


def stories() -> dict[str, tuple[list[str], bool]]:
    """The stories of the present variant."""
    told = dict(STORIES)
    for name in ("A", "G"):
        findings = getattr(OWN, name).split(", ")
        _, web = STORIES[name]
        told[name] = (findings, web)
    return told


def truth() -> Routes:
    """The route of each story."""
    routes = {}
    for name, (findings, web) in stories().items():
        routes[name] = rehearse(CONTEXT, findings, web)
    return routes


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """First the form of the prediction, then the stories in a random order.

    Raises `Unfit` where nothing is predicted: every run has a destination.
    """
    predicted = answer.value
    names = list(STORIES)
    yield Trial(
        f"{answer.name}, a dict with a route for each run",
        expected=names,
        came=sorted(predicted) if _has_names(predicted) else f"a {type(predicted).__name__}",
    )
    routes = truth()
    for name in rng.sample(names, len(names)):
        findings, web = stories()[name]
        state = "open" if web else "closed"
        answer.asked = f"{name}: the critic finds {', '.join(findings)}; the web is {state}"
        if isinstance(predicted[name], list) and not predicted[name]:
            raise Unfit(NOTHING, came="[]")
        yield Trial(answer.asked, expected=routes[name], came=predicted[name])


def _has_names(predicted: object) -> bool:
    """Whether a value is a dict whose keys are texts, which can be sorted."""
    if not isinstance(predicted, dict):
        return False
    return all(isinstance(name, str) for name in predicted)


def _web_always_open() -> Routes:
    routes = {}
    for name, (findings, _) in stories().items():
        routes[name] = rehearse(CONTEXT, findings, web=True)
    return routes


def _from_below() -> Routes:
    table = tuple(reversed(CONTEXT))
    routes = {}
    told = stories()
    for name, (findings, web) in told.items():
        routes[name] = rehearse(table, findings, web)
    return routes


def _back_from_the_web() -> Routes:
    routes = truth()
    routes["D"] = ["search_web", "generate"]
    return routes


def _gives_up() -> Routes:
    routes = truth()
    routes["C"] = ["plan", "plan", "apologise"]
    routes["E"] = ["apologise"]
    return routes


def misconceptions() -> dict[str, Routes]:
    """The misconceptions of the present variant."""
    return {
        "a closed web is searched all the same": _web_always_open(),
        "the table is read from below": _from_below(),
        "the run comes back to the critic after the web": _back_from_the_web(),
        "the run gives up wherever the web is closed": _gives_up(),
    }


MISCONCEPTIONS = misconceptions()
