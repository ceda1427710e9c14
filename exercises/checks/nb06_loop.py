"""06-loop: a table that sends a run in a circle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb05_row import form, sent, stories
from ragkit.course.exercises.own import Own
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import Policy
from ragkit.state import Rule

GENERATE, WEB, SORRY, AGAIN = CRAG
LAST_WEB = Rule("insufficient", "search_web", "three searches are enough")
LAST_SORRY = Rule("insufficient", "apologise", "three searches are enough, and there is no web")
OWN = Own(
    "Where the text says three, the number is {times}. "
    "Where the web is closed, the run goes to `{closed}`.",
    times=(3, 1, 2, 4, 5, 6),
    closed=("apologise", "generate"),
)


def ends() -> Policy:
    """One right answer. All that counts of another one is where it sends a run.

    >>> ends() == (*CRAG, LAST_WEB, LAST_SORRY)
    True
    """
    times = OWN.times
    closed = OWN.closed
    again = replace(AGAIN, budget=times)
    sorry = replace(SORRY, do=closed)
    last = replace(LAST_SORRY, do=closed)
    return (GENERATE, WEB, sorry, again, LAST_WEB, last)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The form; a critic that never says that the retries are used up; one that does say it."""
    policy = answer.value
    yield Trial(
        f"{answer.name}, a tuple of rows",
        expected="every row is a Rule",
        came=form(policy),
    )
    right = ends()
    endless = ["insufficient"] * (rng.randint(3, 6) + OWN.times)
    yield sent(policy, right, endless, web=True)
    yield sent(policy, right, endless, web=False)
    for findings, web in stories(rng):
        yield sent(policy, right, findings, web)


def misconceptions() -> dict[str, Policy]:
    """The misconceptions of the present variant."""
    generate, web, sorry, again, last_web, last_sorry = ends()
    return {
        "the row that searches again is still above those for used up retries": (
            generate,
            again,
            web,
            sorry,
            last_web,
            last_sorry,
        ),
        "the budget is still so large that the run circles": (
            generate,
            web,
            sorry,
            replace(again, budget=99),
        ),
        "no row is left when the budget is used up": (generate, web, sorry, again),
        "after the last search only the web is tried, which may be closed": (
            *(generate, web, sorry, again),
            last_web,
        ),
    }


MISCONCEPTIONS = misconceptions()
