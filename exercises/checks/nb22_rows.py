"""22-rows: a policy that asks for other words where another way to search is needed.

The table is that of the retrieval gate (advanced, 6), with two of its eight issues.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb05_row import form
from ragkit.course.exercises.rehearse import rehearse
from ragkit.policy import Policy, destinations
from ragkit.state import Rule

GOOD = Rule("good", "ask_back", "the evidence is good enough")
EXHAUSTED = Rule("exhausted", "ask_back", "answer from what there is")
PART = Rule("partial_coverage", "rewrite_and_refine", "ask for the part that is missing", 2)
REWORD = Rule("off_topic", "rewrite_and_refine", "nothing fits: try other words", 99)
SWITCH = Rule("off_topic", "decide_strategy", "nothing fits: search in another way", 2)
STUCK = Rule("off_topic", "ask_back", "no other way to search helped")
LOST = Rule("partial_coverage", "ask_back", "the part is not there")
RIGHT: Policy = (GOOD, EXHAUSTED, SWITCH, STUCK, PART, LOST)
"""One right answer. All that counts of another one is where it sends a run."""
PLACES = set(destinations(RIGHT))


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """First the form of the table, then where it sends runs."""
    policy = answer.value
    yield Trial(
        f"{answer.name}, a tuple of rows",
        expected="every row is a Rule",
        came=form(policy),
    )
    yield Trial(
        "the destinations that the graph does not have",
        expected=[],
        came=[name for name in destinations(policy) if name not in PLACES],
    )
    yield Trial(
        "the rows without a reason (`why`)",
        expected=[],
        came=[rule.do for rule in policy if not rule.why.strip()],
    )
    for findings in stories(rng):
        yield Trial(
            f"the judge finds, search by search: {', '.join(findings)}",
            expected=rehearse(RIGHT, findings),
            came=rehearse(policy, findings),
        )


def stories(rng: Random) -> list[list[str]]:
    """What the judge finds, search by search. The first three tell the mistakes apart."""
    circle = ["off_topic"] * rng.randint(4, 7)
    stubborn = ["partial_coverage"] * rng.randint(4, 7)
    told = [
        circle,
        ["off_topic", "exhausted"],
        stubborn,
        ["partial_coverage", "exhausted"],
        ["partial_coverage", "off_topic", "good"],
        ["good"],
        ["off_topic", "off_topic", "good"],
    ]
    for _ in range(6):
        issues = rng.choices(["partial_coverage", "off_topic"], k=rng.randint(0, 2))
        last = rng.choice(["good", "exhausted"])
        told.append([*issues, last])
    return told


MISCONCEPTIONS = {
    "the row that asks for other words is still above the one that switches": (
        GOOD,
        EXHAUSTED,
        replace(REWORD, budget=2),
        SWITCH,
        STUCK,
        PART,
        LOST,
    ),
    "other words are still tried once the switches are used up": (
        GOOD,
        EXHAUSTED,
        SWITCH,
        replace(REWORD, budget=1),
        STUCK,
        PART,
        LOST,
    ),
    "the budget of the row that switches is so large that the run circles": (
        GOOD,
        EXHAUSTED,
        replace(SWITCH, budget=99),
        PART,
        LOST,
    ),
    "the strategy is switched only once": (
        GOOD,
        EXHAUSTED,
        replace(SWITCH, budget=1),
        STUCK,
        PART,
        LOST,
    ),
    "no row is left when the switches are used up": (GOOD, EXHAUSTED, SWITCH, PART, LOST),
    "no row is left that says what to do when the searches are used up": (
        GOOD,
        SWITCH,
        STUCK,
        PART,
        LOST,
    ),
    "no row is left when two wordings did not find the missing part": (
        GOOD,
        EXHAUSTED,
        SWITCH,
        STUCK,
        PART,
    ),
}
