"""06-loop: a table that sends a run in a circle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb05_row import form, sent, stories
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import Policy
from ragkit.state import Rule

GENERATE, WEB, SORRY, AGAIN = CRAG
LAST_WEB = Rule("insufficient", "search_web", "three searches are enough")
LAST_SORRY = Rule("insufficient", "apologise", "three searches are enough, and there is no web")
ENDS: Policy = (*CRAG, LAST_WEB, LAST_SORRY)
"""One right answer. All that counts of another one is where it sends a run."""


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The form; a critic that never says that the retries are used up; one that does say it."""
    policy = answer.value
    yield Trial(
        f"{answer.name}, a tuple of rows",
        expected="every row is a Rule",
        came=form(policy),
    )
    endless = ["insufficient"] * rng.randint(6, 9)
    yield sent(policy, ENDS, endless, web=True)
    yield sent(policy, ENDS, endless, web=False)
    for findings, web in stories(rng):
        yield sent(policy, ENDS, findings, web)


MISCONCEPTIONS = {
    "the row that searches again is still above those for used up retries": (
        GENERATE,
        AGAIN,
        WEB,
        SORRY,
        LAST_WEB,
        LAST_SORRY,
    ),
    "the budget is still so large that the run circles": (
        GENERATE,
        WEB,
        SORRY,
        replace(AGAIN, budget=99),
    ),
    "no row is left when the budget is used up": CRAG,
    "after the last search only the web is tried, which may be closed": (*CRAG, LAST_WEB),
}
