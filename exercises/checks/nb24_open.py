"""24-open: which tools an agent may call now, by their budgets and by what is forbidden.

The kit's own rule is `open_tools` in `ragkit/graphs/single/use_tool.py`, which knows more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.graphs.single.state import Action
from ragkit.tools import TOOLS, Allowance

OWN = Own(
    "The list is in {order}, and `read_passage` is open only from action {first} on.",
    order=(
        "the order of `budgets`",
        "alphabetical order",
        "the reverse order of `budgets`",
        "reverse alphabetical order",
    ),
    first=(2, 3, 4),
)

EVERY = list(TOOLS)
WORDS, MEANING, READ = EVERY
NOTHING = Action("nothing", "")
TARGETS = ["owls", "where owls nest", "what owls eat", "owls by night", "young owls"]
Actions = Sequence[Action]
Budgets = Mapping[str, int]
Forbidden = Collection[str]
Story = tuple[list[Action], dict[str, int], list[str]]


def open_now(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """The tools that may be called now, in the order of the budgets.

    >>> budgets = {"keyword_search": 1, "semantic_search": 2, "read_passage": 2}
    >>> open_now([], budgets, ["keyword_search"])
    ['semantic_search']
    >>> open_now([Action("keyword_search", "owls")], budgets, [])
    ['semantic_search', 'read_passage']
    """
    used = Counter(action.tool for action in actions)
    left = Allowance(budgets, used).left
    return _allowed(left, actions, forbidden)


def _allowed(names: Collection[str], actions: Actions, forbidden: Forbidden) -> list[str]:
    """Those that are not forbidden; the first action is no reading."""
    closed = set(forbidden)
    if len(actions) + 1 < OWN.first:
        closed.add(READ)
    return [name for name in _ordered(names) if name not in closed]


def _ordered(names: Collection[str]) -> list[str]:
    order = OWN.order
    ordered = sorted(names) if "alphabetical" in order else list(names)
    return ordered[::-1] if "reverse" in order else ordered


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for actions, budgets, forbidden in stories(rng):
        yield answer.against(open_now, actions, budgets, forbidden)
    for _ in range(8):
        yield answer.against(open_now, *_drawn(rng))


def stories(rng: Random) -> list[Story]:
    """What was done, how often each tool may be called, and what is forbidden."""
    one, two, three = rng.sample(TARGETS, 3)
    words, other_words = Action(WORDS, one), Action(WORDS, two)
    meaning, read = Action(MEANING, three), Action(READ, "owls-3")
    large = rng.randint(3, 5)
    drawn = rng.choices([1, 2, 3, 4], k=3)
    return [
        ([], _budgets(*drawn), []),
        ([], _budgets(2, 2, 2), [WORDS]),
        ([words], _budgets(large, large, large), []),
        ([words, meaning], _budgets(2, 2, 2), []),
        ([words, words], _budgets(2, 2, 2), []),
        ([words, other_words], _budgets(2, 2, 2), []),
        ([words, meaning, read], _budgets(1, 1, 1), []),
        ([words, meaning], _budgets(1, 1, 2), [READ]),
        ([words], _budgets(0, 2, 2), [MEANING]),
        ([words, words, meaning], _budgets(large, large, large), []),
    ]


def _budgets(words: int, meaning: int, read: int) -> dict[str, int]:
    numbers = (words, meaning, read)
    pairs = zip(EVERY, numbers, strict=True)
    return dict(pairs)


def _drawn(rng: Random) -> Story:
    actions = []
    calls = rng.randint(0, 5)
    for name in rng.choices(EVERY, k=calls):
        target = rng.choice(TARGETS)
        actions.append(Action(name, target))
    numbers = rng.choices(range(4), k=3)
    budgets = _budgets(*numbers)
    most = rng.randint(0, 2)
    forbidden = rng.sample(EVERY, most)
    return actions, budgets, forbidden


def _once(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """A single call spends a tool."""
    single = {}
    for name, budget in budgets.items():
        single[name] = min(budget, 1)
    return open_now(actions, single, forbidden)


def _together(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """Calls of every tool count against each budget."""
    left = []
    calls = len(actions)
    for name, budget in budgets.items():
        if calls < budget:
            left.append(name)
    return _allowed(left, actions, forbidden)


def _one_call_more(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    larger = {}
    for name, budget in budgets.items():
        larger[name] = budget + 1
    return open_now(actions, larger, forbidden)


def _same_target(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """Only a call with the same target counts as another call."""
    calls: Counter[tuple[str, str]] = Counter()
    used: Counter[str] = Counter()
    for action in actions:
        call = action.tool, action.target
        calls[call] += 1
        used[action.tool] = max(used[action.tool], calls[call])
    left = Allowance(budgets, used).left
    return _allowed(left, actions, forbidden)


def _warned(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """A spent tool is put last, and may still be called."""
    left = open_now(actions, budgets, forbidden)
    every = _allowed(budgets, actions, forbidden)
    spent = [name for name in every if name not in left]
    return left + spent


def _never_empty(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    """An agent that has nothing left may begin again."""
    left = open_now(actions, budgets, forbidden)
    if left:
        return left
    return _allowed(budgets, actions, forbidden)


def _everything_allowed(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    return open_now(actions, budgets, [])


def _reads_first(actions: Actions, budgets: Budgets, forbidden: Forbidden) -> list[str]:
    begun = [NOTHING] * OWN.first
    longer = [*begun, *actions]
    return open_now(longer, budgets, forbidden)


MISCONCEPTIONS = {
    "reading is open as the first action, when there is no passage yet": _reads_first,
    "what is forbidden is not taken away": _everything_allowed,
    "a single call spends a tool, whatever its budget is": _once,
    "the calls of all tools count together against each budget": _together,
    "a tool may be called once more than its budget says": _one_call_more,
    "a spent tool is only put last, as if with a warning": _warned,
    "only calls with the same target count, so that new words make a new budget": _same_target,
    "when nothing is left, everything is open again": _never_empty,
}
