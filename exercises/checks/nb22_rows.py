"""22-rows: a policy that asks for other words where another way to search is needed.

The table is that of the retrieval gate (advanced, 6), with two of its eight issues.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb05_row import form
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.rehearse import rehearse
from ragkit.policy import Policy, destinations
from ragkit.state import Rule

OWN = Own(
    "Evidence that is off topic sends the run to `decide_strategy` {switches} times at most, and a "
    "missing part sends it to `rewrite_and_refine` {wordings} times at most.",
    switches=("two", "three", "four", "five"),
    wordings=("two", "three", "four", "five"),
)
TIMES = {"two": 2, "three": 3, "four": 4, "five": 5}

GOOD = Rule("good", "ask_back", "the evidence is good enough")
EXHAUSTED = Rule("exhausted", "ask_back", "answer from what there is")
PART = Rule("partial_coverage", "rewrite_and_refine", "ask for the part that is missing", 2)
REWORD = Rule("off_topic", "rewrite_and_refine", "nothing fits: try other words", 99)
SWITCH = Rule("off_topic", "decide_strategy", "nothing fits: search in another way", 2)
STUCK = Rule("off_topic", "ask_back", "no other way to search helped")
LOST = Rule("partial_coverage", "ask_back", "the part is not there")


def table() -> Policy:
    """One right answer. All that counts of another one is where it sends a run."""
    return (GOOD, EXHAUSTED, _switch(), STUCK, _part(), LOST)


def _switch() -> Rule:
    return replace(SWITCH, budget=TIMES[OWN.switches])


def _part() -> Rule:
    return replace(PART, budget=TIMES[OWN.wordings])


RIGHT = table()
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
            expected=rehearse(table(), findings),
            came=rehearse(policy, findings),
        )


def stories(rng: Random) -> list[list[str]]:
    """What the judge finds, search by search. The first three tell the mistakes apart."""
    switches, wordings = TIMES[OWN.switches], TIMES[OWN.wordings]
    circle = ["off_topic"] * (switches + rng.randint(2, 5))
    stubborn = ["partial_coverage"] * (wordings + rng.randint(2, 5))
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


def misconceptions() -> dict[str, Policy]:
    """The misconceptions of the present variant."""
    start, switch, part = (GOOD, EXHAUSTED), _switch(), _part()
    rest = (STUCK, part, LOST)
    as_often = replace(REWORD, budget=switch.budget)
    again = replace(REWORD, budget=1)
    endless = replace(SWITCH, budget=99)
    once = replace(SWITCH, budget=1)
    no_more_words = f"no row is left when {OWN.wordings} wordings did not find the missing part"
    tables = {
        "the row that asks for other words is still above the one that switches": [
            *start,
            as_often,
            switch,
            *rest,
        ],
        "other words are still tried once the switches are used up": [*start, switch, again, *rest],
        "the budget of the row that switches is so large that the run circles": [
            *start,
            endless,
            part,
            LOST,
        ],
        "the strategy is switched only once": [*start, once, *rest],
        "no row is left when the switches are used up": [*start, switch, part, LOST],
        "no row is left that says what to do when the searches are used up": [GOOD, switch, *rest],
        no_more_words: [*start, switch, STUCK, part],
    }
    return {name: tuple(rows) for name, rows in tables.items()}


MISCONCEPTIONS = misconceptions()
