"""19-plant: in which archives a planted lie becomes the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from itertools import combinations
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

NAMES = ["rivers", "leagues", "rockets", "engines", "birds", "rumours", "forum", "wiki"]
OWN = Own(
    "Strangers cannot write to `{closed[0]}` nor to `{closed[1]}`, whatever `writable` says.",
    closed=((), *combinations(NAMES[:-1], 2)),
)
Places = list[str]
Names = Set[str]


def plant(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """The writable archives that are asked before all that have an answer, in their order.

    >>> plant(["wiki", "rivers", "forum"], {"rivers"}, {"wiki", "forum"})
    ['wiki']
    """
    asked = _asked(order, answers)
    free = _free(writable)
    return [name for name in asked if name in free]


def _free(writable: Names) -> Names:
    """The archives that strangers can write to."""
    return writable - set(OWN.closed)


def _asked(order: Sequence[str], answers: Names) -> Places:
    """The archives before the first that has an answer."""
    found = []
    for name in order:
        if name in answers:
            break
        found.append(name)
    return found


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """All archives; some on which each mistake plants elsewhere; no answer anywhere; then any."""
    yield answer.against(plant, list(NAMES), set(), set(NAMES))
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: _drawn(rng), plant, wrong)]
    order, _, writable = _drawn(rng)
    every.append((order, set(), writable))
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    for case in every:
        yield answer.against(plant, *case)


def _drawn(rng: Random) -> tuple[list[str], set[str], set[str]]:
    """The archives that are asked; some have an answer, and some of all can be written to."""
    names = rng.sample(NAMES, len(NAMES))
    count = rng.randint(4, 6)
    order = names[:count]
    answers = rng.sample(order[1:], rng.randint(1, 2))
    writable = rng.sample(names, 5)
    return order, set(answers), set(writable)


def _anywhere(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """In every writable archive that is asked, however late."""
    free = _free(writable)
    return [name for name in order if name in free]


def _with_the_answer(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """The archive with the first answer as well, which then says both."""
    before = _asked(order, answers)
    through = order[: len(before) + 1]
    free = _free(writable)
    return [name for name in through if name in free]


def _first_only(order: Sequence[str], answers: Names, writable: Names) -> Places:
    return plant(order, answers, writable)[:1]


def _without_answer(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """Every writable archive that has no answer, also behind one that has."""
    free = _free(writable) - answers
    return [name for name in order if name in free]


def _not_asked_too(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """Writable archives that the question is not asked of, too."""
    found = plant(order, answers, writable)
    others = _free(writable) - set(order)
    return found + sorted(others)


def _every_archive(order: Sequence[str], answers: Names, writable: Names) -> Places:
    """Archives that nobody but their owners can write to, too."""
    return _asked(order, answers)


MISCONCEPTIONS: dict[str, Callable[[Sequence[str], Names, Names], Places]] = {
    "a lie is believed wherever it is, also behind a tier that has an answer": _anywhere,
    "the archive that has the answer counts, and would then say both": _with_the_answer,
    "only the first of several archives is there": _first_only,
    "archives without an answer count, though one before them has it": _without_answer,
    "archives that are not asked the question count, too": _not_asked_too,
    "archives count that a stranger cannot write to": _every_archive,
}
