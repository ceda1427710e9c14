"""24-spent: the first call of a tool that repeats an earlier one, by its tool and its target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import eq
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.search.route_cache import key, same_words
from ragkit.tools import TOOLS

OWN = Own(
    "Places count from {first}, as if so many calls came before. Where no call repeats an earlier "
    "one, the function returns `{none}`.",
    first=(0, 2, 5, 8, 12, 20),
    none=(None, -1),
)

WORDS, MEANING, READ = TOOLS
BIRDS = ["owls", "hawks", "swifts", "rooks", "gulls", "terns"]
PREY = ["mice", "moths", "beetles", "voles"]
PLACES = ["forests", "barns", "towers", "ditches"]
Call = tuple[str, str]
"""A tool, and what it was called with."""
Calls = Sequence[Call]


def first_repeat(calls: Calls) -> int | None:
    """The place of the first call that repeats an earlier one, from 0; None where none does.

    >>> first_repeat([("keyword_search", "owls"), ("semantic_search", "owls")])
    >>> first_repeat([("read_passage", "7"), ("keyword_search", "owls"), ("read_passage", "7")])
    2
    """
    return _first(calls, _same)


def _same(one: Call, other: Call) -> bool:
    tool, target = one
    other_tool, other_target = other
    if tool != other_tool:
        return False
    return same_words(target, other_target)


def _repeats(calls: Calls, same: Callable[[Call, Call], bool]) -> list[int]:
    """The places of all calls that repeat an earlier one, from 0."""
    places = []
    for place, call in enumerate(calls):
        if any(same(call, earlier) for earlier in calls[:place]):
            places.append(place)
    return places


def _told(places: Sequence[int]) -> int | None:
    """The first of these places, counted as asked for; what is asked for where there is none."""
    if not places:
        return OWN.none
    return places[0] + OWN.first


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    for calls in stories(rng):
        yield answer.against(first_repeat, calls)
    for _ in range(8):
        yield answer.against(first_repeat, _drawn(rng))


def stories(rng: Random) -> list[list[Call]]:
    """A circle, two that only look like repeats, other spellings, and several repeats."""
    bird, other = rng.sample(BIRDS, 2)
    prey = rng.choice(PREY)
    place = rng.choice(PLACES)
    hunt = f"Which {bird} hunt {prey}?"
    words = (WORDS, hunt)
    meaning = (MEANING, hunt)
    others = (WORDS, f"Where do {other} nest in {place}?")
    read = (READ, f"{bird}-7")
    forth = (WORDS, f"Do {bird} hunt {other}?")
    back = (WORDS, f"Do {other} hunt {bird}?")
    full = (MEANING, f"Where do the {bird} nest?")
    short = (MEANING, f"where do {bird} nest")
    return [
        [words, read, words],
        [words, meaning, read],
        [words, others, read],
        [forth, back],
        [full, short],
        [read, words, read, meaning, words, meaning],
        [words],
        [],
    ]


def _drawn(rng: Random) -> list[Call]:
    bird = rng.choice(BIRDS)
    prey = rng.choice(PREY)
    queries = [f"Do {bird} hunt {prey}?", f"Do {prey} hunt {bird}?", f"do the {bird} hunt {prey}"]
    calls: list[Call] = []
    for _ in range(rng.randint(2, 6)):
        tool = rng.choice([WORDS, MEANING])
        query = rng.choice(queries)
        calls.append((tool, query))
    return calls


def _first(calls: Calls, same: Callable[[Call, Call], bool]) -> int | None:
    """The first repeat by another idea of what is the same."""
    places = _repeats(calls, same)
    return _told(places)


def _call_before(calls: Calls) -> int | None:
    for place in range(1, len(calls)):
        before = calls[place - 1]
        if _same(calls[place], before):
            return _told([place])
    return _told([])


def _target_alone(calls: Calls) -> int | None:
    targets = [(WORDS, target) for _, target in calls]
    return first_repeat(targets)


def _tool_alone(calls: Calls) -> int | None:
    tools = [(tool, "owls") for tool, _ in calls]
    return first_repeat(tools)


def _in_any_order(calls: Calls) -> int | None:
    """The words of a query count, and not their order."""
    in_order = []
    for tool, target in calls:
        words = sorted(key(target))
        in_order.append((tool, " ".join(words)))
    return first_repeat(in_order)


def _letter_by_letter(calls: Calls) -> int | None:
    return _first(calls, eq)


def _last_repeat(calls: Calls) -> int | None:
    places = _repeats(calls, _same)
    last = places[-1:]
    return _told(last)


def _first_of_both(calls: Calls) -> int | None:
    places = _repeats(calls, _same)
    if not places:
        return _told([])
    same = [_same(earlier, calls[places[0]]) for earlier in calls]
    first = [same.index(True)]
    return _told(first)


def _from_one(calls: Calls) -> int | None:
    places = _repeats(calls, _same)
    return places[0] + 1 if places else _told([])


MISCONCEPTIONS = {
    "only the call directly before is looked at, so that a circle of two goes on": _call_before,
    "the place of the earlier call is given, and not that of the one that repeats it": (
        _first_of_both
    ),
    "the places count from 1": _from_one,
    "the same query counts as a repeat even with another tool": _target_alone,
    "the same tool counts as a repeat even with another query": _tool_alone,
    "two queries with the same words in another order count as the same": _in_any_order,
    "the queries are compared letter by letter, so that an article makes another one": (
        _letter_by_letter
    ),
    "the last repeat is given, and not the first": _last_repeat,
}
