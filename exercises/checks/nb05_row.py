"""05-row: one row that sends corrective RAG to the web first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.rehearse import rehearse
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import Policy, destinations
from ragkit.state import Rule

NEW = Rule("insufficient", "search_web", "the web may have what the documents lack")
EXHAUSTED: dict[str, Policy] = {
    "the web": CRAG[1:3],
    "an apology": (Rule("exhausted", "apologise", "the documents do not say it"),),
    "an answer, with the web open or closed": (
        Rule("exhausted", "generate", "it is the best that there is"),
    ),
}
"""The rows for exhausted evidence, by what a learner is told of them."""
SEARCHES = ("first", "second", "third")
OWN = Own(
    "It asks the web when the {search} search falls short, "
    "and exhausted evidence leads to {exhausted}.",
    search=SEARCHES,
    exhausted=tuple(EXHAUSTED),
)


def web_first() -> Policy:
    """One right answer. All that counts of another one is where it sends a run.

    >>> rehearse(web_first(), ["insufficient"])
    ['search_web']
    """
    before = _before()
    return (*before, NEW, CRAG[-1])


def _before() -> Policy:
    """The rows above the new one. A row with a budget of 0 never fires."""
    approved, *_, rewrite = CRAG
    exhausted = EXHAUSTED[OWN.exhausted]
    budget = SEARCHES.index(OWN.search)
    again = replace(rewrite, budget=budget)
    return (approved, *exhausted, again)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """First the form of the table, then where it sends runs, with a web and without."""
    policy = answer.value
    yield Trial(
        f"{answer.name}, a tuple of rows",
        expected="every row is a Rule",
        came=form(policy),
    )
    yield Trial(
        f"{answer.name}, beside CRAG",
        expected="it is another table",
        came="it is still CRAG" if tuple(policy) == CRAG else "it is another table",
    )
    yield Trial(
        "the destinations that the graph does not have",
        expected=[],
        came=[name for name in destinations(policy) if name not in destinations(CRAG)],
    )
    yield Trial(
        "the rows without a reason (`why`)",
        expected=[],
        came=[rule.do for rule in policy if not rule.why.strip()],
    )
    for findings, web in stories(rng):
        yield sent(policy, web_first(), findings, web)


def sent(policy: Policy, right: Policy, findings: Sequence[str], web: bool) -> Trial:
    """Where a table sends a run, and where one that is right does."""
    return Trial(
        f"the critic finds: {', '.join(findings)}; the web is {'open' if web else 'closed'}",
        expected=rehearse(right, findings, web),
        came=rehearse(policy, findings, web),
    )


def form(policy: object) -> str:
    """Whether a value is a table of rows, and if not, why."""
    if not isinstance(policy, list | tuple):
        return f"a {type(policy).__name__}"
    for number, row in enumerate(policy):
        if not isinstance(row, Rule):
            return f"row {number} is a {type(row).__name__}"
        texts = (row.when, row.do, row.why)
        if not all(isinstance(text, str) for text in texts):
            return f"row {number} has something else than text in when, do or why"
        if not isinstance(row.budget, int):
            return f"row {number} has a budget that is no whole number"
    return "every row is a Rule"


def stories(rng: Random) -> list[tuple[list[str], bool]]:
    """What the critic finds, pass by pass, and whether there is a web; in a random order."""
    told = []
    for web in (True, False):
        for retries in range(4):
            searched = ["insufficient"] * retries
            for last in ("approved", "exhausted"):
                told.append(([*searched, last], web))
    rng.shuffle(told)
    return told


def misconceptions() -> dict[str, Policy]:
    """The misconceptions of the present variant."""
    before = _before()
    return {
        "the new row is behind the one that rewrites": (*before, CRAG[-1], NEW),
        "the row that rewrites is gone, and the web is closed": (*before, NEW),
        "the web is asked even when the evidence is approved": (
            Rule("approved", "search_web", "more is better"),
            *web_first(),
        ),
    }


MISCONCEPTIONS = misconceptions()
