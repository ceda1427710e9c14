"""19-newer: two bugs in what leaves out a passage that a newer one contradicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

DATES = ["2029", "2030", "2030-04", "2030-11", "2031", "2031-02", "2031-02-14", "2031-05", ""]
OWN = Own(
    "Two numbers are the same here, also in the example, if they differ by at most {apart}.",
    apart=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15),
)
Dated = tuple[str, str, int]
"""The name of a passage, its date in ISO 8601, which may be empty, and the number that it gives."""
Passages = Sequence[Dated]
IsNewer = Callable[[str, str], bool]


def superseded(passages: Passages) -> list[str]:
    """The names of the passages that a newer one contradicts, each once and in their order.

    >>> superseded([("a", "2029", 12), ("b", "2031-05", 19), ("c", "2031", 12)])
    ['a']
    """
    return _found(passages, _is_newer)


def _is_newer(date: str, than: str) -> bool:
    """Whether a date is surely later: 2031-05 is not later than 2031, of which it is a part.

    >>> _is_newer("2031-05", "2029"), _is_newer("2031-05", "2031"), _is_newer("2031", "")
    (True, False, False)
    """
    if date.startswith(than):
        return False
    return date > than


def _differ(number: int, other: int) -> bool:
    return abs(number - other) > OWN.apart


def _found(passages: Passages, is_newer: IsNewer) -> list[str]:
    names = []
    for name, date, number in passages:
        for _, other_date, other_number in passages:
            if _differ(number, other_number) and is_newer(other_date, date):
                names.append(name)
    once = dict.fromkeys(names)
    return list(once)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two passages; some of which each mistake leaves out others; one alone; then any."""
    for more in (0, 1):
        pair = [("a", "2029", 20), ("b", "2031", 20 + OWN.apart + more)]
        yield answer.against(superseded, pair)
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: (_drawn(rng),), superseded, wrong)]
    every += [([("a", "2031", 12)],), ([],)]
    for _ in range(8):
        drawn = _drawn(rng)
        every.append((drawn,))
    for (passages,) in every:
        yield answer.against(superseded, passages)


def _drawn(rng: Random) -> list[Dated]:
    """Some passages with two numbers among them."""
    numbers = rng.sample(range(11, 99), 2)
    count = rng.randint(4, 6)
    dates = rng.sample(DATES, count)
    names = rng.sample("abcdef", count)
    passages = []
    for name, date in zip(names, dates, strict=True):
        passages.append((name, date, rng.choice(numbers)))
    return passages


def _later_text(date: str, than: str) -> bool:
    """By the alphabet, where a date comes behind its own beginning."""
    return date > than


def _by_the_alphabet(passages: Passages) -> list[str]:
    return _found(passages, _later_text)


def _sorted_by_name(passages: Passages) -> list[str]:
    return sorted(superseded(passages))


def _each_time(passages: Passages) -> list[str]:
    """A name for each newer passage that contradicts."""
    names = []
    for one in passages:
        for other in passages:
            names += superseded([one, other])[:1] if one[1] < other[1] else []
    return names


def _given(passages: Passages) -> list[str]:
    """Both bugs, as learners get them."""
    names = []
    for name, date, number in passages:
        for _, other_date, other_number in passages:
            if _differ(number, other_number) and _later_text(other_date, date):
                names.append(name)
    return names


def _by_year(passages: Passages) -> list[str]:
    """Only the years are compared, so that two months of one year are the same."""

    def is_newer(date: str, than: str) -> bool:
        return _is_newer(date[:4], than[:4])

    return _found(passages, is_newer)


def _older_alone(passages: Passages) -> list[str]:
    """Whatever is older, though it says the same."""
    names = []
    for name, date, _ in passages:
        newer = [_is_newer(other, date) for _, other, _ in passages]
        if any(newer):
            names.append(name)
    return names


def _the_newer(passages: Passages) -> list[str]:
    """The newer passage is left out, and not the older one."""

    def is_older(date: str, than: str) -> bool:
        return _is_newer(than, date)

    return _found(passages, is_older)


MISCONCEPTIONS: dict[str, Callable[[Passages], list[str]]] = {
    "a year is treated as older than its months, or an empty date as the oldest": (
        _by_the_alphabet
    ),
    "a passage is listed once for each newer one that contradicts it": _each_time,
    "the names are sorted, and not in the order of the passages": _sorted_by_name,
    "both bugs are still there": _given,
    "only the years are compared": _by_year,
    "what is older is left out, though it says the same": _older_alone,
    "the newer passage is left out, and not the older one": _the_newer,
}
