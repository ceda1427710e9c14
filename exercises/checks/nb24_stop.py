"""24-stop: which row fires after an agent's draft was checked, by the kit's own table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.single.policy import CHECKED, check_issues
from ragkit.graphs.single.state import Action, AgentState
from ragkit.policy import choose
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.tools import TOOLS

OWN = Own(
    "A run may go on only with at least {own[1]} of the three tools open, and a draft with the "
    'verdict `"{own[0]}"` is withheld even if `best_effort` is true.',
    own=(
        ("", 1),
        *product(("unsupported", "beside the point", "ungraded", "repeated"), (1, 2, 3)),
    ),
)

EVERY = list(TOOLS)
VERDICTS = ["unsupported", "beside the point", "ungraded", "repeated", "refused", "grounded"]
Left = Sequence[str]
Story = tuple[str, int, int, list[str], bool]
"""The verdict, the cycle, the number of cycles, the tools that are left, best effort or not."""


def row(verdict: str, cycle: int, cycles: int, left: Left, best_effort: bool) -> str:
    """The issue of the row that fires. The cycle counts from 1.

    >>> row("unsupported", 1, 3, ["keyword_search"], True)
    'not grounded'
    >>> row("unsupported", 3, 3, ["keyword_search"], True), row("refused", 1, 3, [], True)
    ('used up', 'nothing')
    """
    never, fewest = OWN.own
    usable = left if len(left) >= fewest else []
    spent = [name for name in EVERY if name not in usable]
    state = AgentState(
        question="Do owls hunt?",
        verdict=verdict,
        loop=cycle - 1,
        passages=[Passage("owls-1", "Owls hunt.")],
        actions=[Action("an earlier one", "owls")],
        forbidden=spent,
    )
    # Constructed without reading the environment and `.env`, which takes most of a check's time.
    is_given = best_effort and verdict != never
    settings = Settings.model_construct(cycles=cycles, best_effort=is_given)
    issues = check_issues(state, settings)
    rule = choose(CHECKED, issues, [])
    return rule.when


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for story in stories(rng):
        yield answer.against(row, *story)
    for _ in range(12):
        yield answer.against(row, *_drawn(rng))


def stories(rng: Random) -> list[Story]:
    """Every way to stop, and those that only look like one."""
    cycles = last = rng.randint(3, 5)
    _, fewest = OWN.own
    left = rng.sample(EVERY, max(2, fewest))
    enough = left[:fewest]
    return [
        ("unsupported", 1, cycles, left, True),
        ("unsupported", last - 1, cycles, left, True),
        ("unsupported", last, cycles, left, True),
        ("beside the point", 1, cycles, [], True),
        ("ungraded", 1, cycles, left, True),
        ("refused", 1, cycles, left, True),
        ("refused", last, cycles, left, True),
        ("beside the point", last, cycles, left, False),
        ("refused", last, cycles, left, False),
        ("grounded", last, cycles, [], True),
        ("grounded", 1, cycles, left, False),
        ("ungraded", last, cycles, left, False),
        ("ungraded", last, cycles, left, True),
        ("repeated", last, cycles, left, True),
        ("unsupported", 1, cycles, enough, True),
        ("unsupported", 1, cycles, enough[1:], True),
    ]


def _drawn(rng: Random) -> Story:
    verdict = rng.choice(VERDICTS)
    cycles = rng.randint(1, 4)
    cycle = rng.randint(1, cycles)
    most = rng.randint(0, 3)
    left = rng.sample(EVERY, most)
    best_effort = rng.choice([True, False])
    return verdict, cycle, cycles, left, best_effort


def _ends_at_once(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    return row(verdict, cycles, cycles, left, best)


def _cycle_from_zero(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    later = min(cycle + 1, cycles)
    return row(verdict, later, cycles, left, best)


def _one_cycle_more(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    more = cycles + 1
    return row(verdict, cycle, more, left, best)


def _tools_overlooked(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    return row(verdict, cycle, cycles, EVERY, best)


def _ungraded_passes(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    passed = "grounded" if verdict == "ungraded" else verdict
    return row(passed, cycle, cycles, left, best)


def _refusal_ends(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    if verdict == "refused":
        return "nothing"
    return row(verdict, cycle, cycles, left, best)


def _refusal_is_a_draft(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    """A refusal is given as best effort."""
    found = row(verdict, cycle, cycles, left, best)
    if found == "nothing" and best:
        return "used up"
    return found


def _always_best_effort(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    return row(verdict, cycle, cycles, left, True)


def _withheld_first(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    found = row(verdict, cycle, cycles, left, best)
    if found == "nothing" and not best:
        return "withheld"
    return found


def _used_up_first(verdict: str, cycle: int, cycles: int, left: Left, best: bool) -> str:
    """Whether anything is left is looked at before the verdict."""
    of_rejected = row("unsupported", cycle, cycles, left, best)
    if verdict == "grounded" and of_rejected != "not grounded":
        return of_rejected
    return row(verdict, cycle, cycles, left, best)


MISCONCEPTIONS = {
    "a draft that did not pass ends the run, though cycles are left": _ends_at_once,
    "the cycle counts from 0, so that the last one is never used": _cycle_from_zero,
    "there is one cycle more than the setting says": _one_cycle_more,
    "the tools are not looked at, and a cycle without any tool begins": _tools_overlooked,
    "a draft that nobody could judge counts as grounded": _ungraded_passes,
    "a refusal ends the run at once, though something is left to search with": _refusal_ends,
    "a refusal is given as best effort, though there is no draft": _refusal_is_a_draft,
    "best effort is given though it is switched off": _always_best_effort,
    "without best effort a refusal counts as a draft that is withheld": _withheld_first,
    "a draft that passed is not given, because nothing is left": _used_up_first,
}
