"""19-order: which tiers a question is asked of, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

NEEDED = 40
"""The similarity that an archive needs, in hundredths."""
MARGIN = 5
"""How far an archive may be behind the best one."""
OWN = Own(
    "A folder is asked if its similarity is at least {needed}, and at most {margin} less than the "
    "highest one.",
    needed=(NEEDED, 38, 39, 41, 42),
    margin=(MARGIN, 4, 6, 7, 8),
)
NAMES = ["rivers", "leagues", "rockets", "engines", "birds"]
Tier = tuple[str, str, int]
"""Its name, where it looks (memory, folder or web), and its cost."""
Near = Mapping[str, int]
"""The similarity of the question to each archive, in hundredths."""


def asked(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """The names of the tiers, the cheapest first, then the most similar archive.

    >>> tiers = [("web", "web", 9), ("rivers", "folder", 1), ("leagues", "folder", 1)]
    >>> asked(tiers, {"rivers": 50, "leagues": 55}, True)
    ['leagues', 'rivers', 'web']
    """
    return _ordered(tiers, near, has_web, _near_enough(near))


def _near_enough(near: Near, margin: int | None = None, needed: int | None = None) -> list[str]:
    """The archives that the question belongs to; what is not given is that of the variant."""
    margin = OWN.margin if margin is None else margin
    needed = OWN.needed if needed is None else needed
    best = max(near.values())
    found = []
    for name, own in near.items():
        if own >= needed and best - own <= margin:
            found.append(name)
    return found


def _ordered(
    tiers: Sequence[Tier], near: Near, has_web: bool, archives: Sequence[str]
) -> list[str]:
    """The archives that are named, and the web where there is one, in the order of asking."""
    found = []
    for name, reach, cost in tiers:
        is_web = reach == "web" and has_web
        if is_web or name in archives:
            found.append((cost, -near.get(name, 0), name))
    return [name for _, _, name in sorted(found)]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Archives at the bounds; tiers that the mistakes ask otherwise; no archive; then any."""
    needed = OWN.needed
    behind = 99 - OWN.margin
    for values in ((needed, needed - 1), (99, 98, behind, behind - 1)):
        near = dict(zip(NAMES, values, strict=False))
        yield answer.against(asked, [(name, "folder", 1) for name in near], near, False)
    wrong = set(MISCONCEPTIONS.values()) - set(RARE)
    every = [telling(lambda: _drawn(rng), asked, wrong)]
    every += [telling(lambda: _drawn(rng), asked, [mistake]) for mistake in RARE]
    for has_web in (True, False):
        tiers, near, _ = _drawn(rng)
        far = {name: own // 3 for name, own in near.items()}
        every.append((tiers, far, has_web))
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    for case in every:
        yield answer.against(asked, *case)


def _drawn(rng: Random) -> tuple[list[Tier], dict[str, int], bool]:
    """Archives, a memory and a web in any order; most similarities are about the same."""
    names = rng.sample(NAMES, rng.randint(3, 5))
    values = rng.sample(range(34, 52), len(names))
    near = dict(zip(names, values, strict=True))
    tiers: list[Tier] = [("memory", "memory", 0), ("the web", "web", 9)]
    for name in names:
        cost = rng.choice([1, 1, 2, 12])
        tiers.append((name, "folder", cost))
    rng.shuffle(tiers)
    return tiers, near, rng.random() < 0.7


def _similar_first(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """The most similar archive first, whatever it costs."""
    equal = []
    for name, reach, _ in tiers:
        cost = 9 if reach == "web" else 1
        equal.append((name, reach, cost))
    return asked(equal, near, has_web)


def _closed_web(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """The web is asked, or left out, without a look at whether there is one."""
    return asked(tiers, near, not has_web)


def _memory_too(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    found = asked(tiers, near, has_web)
    return ["memory", *found]


def _no_margin(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """Every archive that is similar enough, however far behind the best one."""
    archives = _near_enough(near, margin=100)
    return _ordered(tiers, near, has_web, archives)


def _no_least(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """Every archive near the best one, however far that is from the question."""
    archives = _near_enough(near, needed=0)
    return _ordered(tiers, near, has_web, archives)


def _above_needed(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    archives = _near_enough(near, needed=OWN.needed + 1)
    return _ordered(tiers, near, has_web, archives)


def _below_margin(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    archives = _near_enough(near, margin=OWN.margin - 1)
    return _ordered(tiers, near, has_web, archives)


def _least_similar_first(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    turned = {name: -own for name, own in near.items()}
    return _ordered(tiers, turned, has_web, _near_enough(near))


def _best_only(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    archives = _near_enough(near, margin=0)
    return _ordered(tiers, near, has_web, archives)


def _as_listed(tiers: Sequence[Tier], near: Near, has_web: bool) -> list[str]:
    """In the order of the file."""
    chosen = asked(tiers, near, has_web)
    names = [name for name, _, _ in tiers]
    return [name for name in names if name in chosen]


MISCONCEPTIONS: dict[str, Callable[[Sequence[Tier], Near, bool], list[str]]] = {
    "the most similar archive comes first, whatever it costs": _similar_first,
    "`has_web` is ignored or inverted": _closed_web,
    "memory is asked as an archive": _memory_too,
    "archives are asked that are far behind the best one": _no_margin,
    "archives near the best one are asked, though they are not similar enough": _no_least,
    "an archive that is just similar enough is left out": _above_needed,
    "an archive that is behind by just the margin is left out": _below_margin,
    "of equally cheap archives the least similar comes first": _least_similar_first,
    "only the most similar archive is asked": _best_only,
    "the tiers stay in the order of the file": _as_listed,
}
RARE = (_no_least, _above_needed, _below_margin, _least_similar_first)
"""Mistakes that few inputs show, so each has one of its own."""
