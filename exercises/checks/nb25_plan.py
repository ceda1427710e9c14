"""25-plan: a plan after the planner changed it; the kit's own `after` says what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs import PlanChange, SubQuestion
from ragkit.graphs.hierarchy.review import after

OWN = Own(
    'A sub-question that is dropped gets the fate `"{fate}"` and the finding `"{finding}"`.',
    fate=("dropped", "skipped", "cancelled", "given up"),
    finding=("", "not needed", "too broad", "no time left"),
)

BIRDS = ["owls", "hawks", "swifts", "rooks", "gulls", "terns"]
TOWNS = ["Stennet", "Vey", "Marren", "Brenholt"]
KINDS = ["go_on", "refine", "drop", "add", "finish"]
Plan = Sequence[SubQuestion]


def changed(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """The plan after a change; the plan that is given stays as it is.

    >>> plan = [SubQuestion(1, "Who nests here?"), SubQuestion(2, "When?")]
    >>> [one.fate for one in changed(plan, PlanChange("drop", 2))]
    ['open', 'dropped']
    """
    lines = []
    for one in after(plan, change):
        if one.fate == "dropped":
            one = replace(one, fate=OWN.fate, finding=OWN.finding)
        lines.append(one)
    return lines


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for plan, change in stories(rng):
        yield answer.against(changed, plan, change)
    for _ in range(8):
        plan = _plan(rng)
        yield answer.against(changed, plan, _drawn(plan, rng))


def stories(rng: Random) -> list[tuple[list[SubQuestion], PlanChange]]:
    """Every kind of change, each on a plan of which the first line is done."""
    plan = _plan(rng)
    last = plan[-1]
    town = rng.choice(TOWNS)
    number = len(plan) + 1
    return [
        (plan, PlanChange("drop", last.number, last.query)),
        (plan, PlanChange("refine", last.number, last.query, f"What do they eat in {town}?")),
        (plan, PlanChange("add", number, after=f"Who counts the birds of {town}?")),
        (plan, PlanChange("go_on")),
        (plan, PlanChange("finish")),
    ]


def _plan(rng: Random) -> list[SubQuestion]:
    """A plan whose first line is done, and two or three that are open."""
    one, other = rng.sample(BIRDS, 2)
    town = rng.choice(TOWNS)
    queries = [f"Where do {one} nest?", f"What do {one} eat?", f"Do {other} eat the same?"]
    plan = [SubQuestion(1, f"Which town has {one}?", "done", town)]
    most = rng.randint(2, 3)
    for number, query in enumerate(queries[:most], start=2):
        line = SubQuestion(number, query)
        plan.append(line)
    return plan


def _drawn(plan: Plan, rng: Random) -> PlanChange:
    kind = rng.choice(KINDS)
    one = rng.choice(plan[1:])
    town = rng.choice(TOWNS)
    number = len(plan) + 1
    changes = {
        "add": PlanChange(kind, number, after=f"Who feeds them in {town}?"),
        "refine": PlanChange(kind, one.number, one.query, f"What happens in {town}?"),
        "drop": PlanChange(kind, one.number, one.query),
    }
    return changes.get(kind, PlanChange(kind))


def _removed(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    kept = changed(plan, change)
    return [one for one in kept if one.fate != OWN.fate]


def _first_open(plan: Plan) -> SubQuestion:
    still = _still_open(plan)
    return still[0]


def _still_open(plan: Plan) -> list[SubQuestion]:
    return [one for one in plan if one.fate == "open"]


def _first_is_meant(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """Whatever its number, the first open line is meant."""
    if change.what not in ("drop", "refine"):
        return changed(plan, change)
    first = _first_open(plan)
    other = replace(change, number=first.number)
    return changed(plan, other)


def _both_wordings(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """The old wording is dropped, and the new one is a line of its own."""
    if change.what != "refine":
        return changed(plan, change)
    drop = PlanChange("drop", change.number)
    without = changed(plan, drop)
    number = len(plan) + 1
    return [*without, SubQuestion(number, change.after)]


def _added_next(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    lines = changed(plan, change)
    if change.what != "add":
        return lines
    added = lines.pop()
    place = plan.index(_first_open(plan))
    lines.insert(place, added)
    return lines


def _counted_again(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """An added line is counted among those that are open."""
    if change.what != "add":
        return changed(plan, change)
    number = len(_still_open(plan)) + 1
    other = replace(change, number=number)
    return changed(plan, other)


def _goes_on(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """To go on marks the next line as done."""
    lines = changed(plan, change)
    if change.what != "go_on":
        return lines
    first = _first_open(plan)
    place = plan.index(first)
    lines[place] = replace(first, fate="done")
    return lines


def _finishes(plan: Plan, change: PlanChange) -> list[SubQuestion]:
    """To finish drops whatever is open."""
    lines = changed(plan, change)
    if change.what != "finish":
        return lines
    for one in _still_open(plan):
        drop = PlanChange("drop", one.number)
        lines = changed(lines, drop)
    return lines


MISCONCEPTIONS = {
    "a dropped line is removed, so that nobody can see what was planned": _removed,
    "the first open line is changed, whatever number the change has": _first_is_meant,
    "a new wording becomes a line of its own": _both_wordings,
    "what is added comes next, and not last": _added_next,
    "an added line is counted among the open ones, and not in the whole plan": _counted_again,
    "to go on marks the next line as done, which nobody has asked yet": _goes_on,
    "to finish drops the lines that are open": _finishes,
}
