"""18-wins: who wins where memory and evidence disagree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.telling import telling

FORMS = ["It has {} moons.", "There are {} moons.", "Some say {}, and others {}.", "Nobody knows."]
EVIDENCE, MEMORY, BOTH, NEITHER = "evidence", "memory", "both", "neither"
Row = tuple[str, str, str]
"""The value from memory, which is empty where it does not know, that of the evidence, an answer."""
Counts = dict[str, int]


def has(text: str, number: str) -> bool:
    """Whether a text has a number on its own. Learners get the same function.

    >>> has("It has 12 moons.", "12"), has("It has 120 moons.", "12")
    (True, False)
    """
    return re.search(rf"\b{number}\b", text) is not None


def wins(rows: Sequence[Row]) -> Counts:
    """How often each side is in the answer, where memory knows something else than the evidence.

    >>> wins([("8", "12", "It has 12."), ("12", "12", "It has 12."), ("", "12", "It has 12.")])
    {'evidence': 1, 'memory': 0, 'both': 0, 'neither': 0}
    """
    counts = dict.fromkeys((EVIDENCE, MEMORY, BOTH, NEITHER), 0)
    for row in rows:
        known, stated, _ = row
        if known and known != stated:
            counts[_winner(row)] += 1
    return counts


def _winner(row: Row) -> str:
    known, stated, answer = row
    has_stated = has(answer, stated)
    if has(answer, known):
        return BOTH if has_stated else MEMORY
    return EVIDENCE if has_stated else NEITHER


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Rows that each mistake counts otherwise; none; then any."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: (_drawn(rng),), wins, wrong), ([],)]
    for _ in range(6):
        drawn = _drawn(rng)
        every.append((drawn,))
    for (rows,) in every:
        yield answer.against(wins, rows)


def _drawn(rng: Random) -> list[Row]:
    rows = []
    for _ in range(rng.randint(7, 10)):
        stated, other = map(str, rng.sample(range(11, 99), 2))
        known = rng.choice([other, other, stated, ""])
        first = rng.choice([stated, known or stated, f"{stated}0"])
        form = rng.choice(FORMS)
        answer = form.format(first, known or other)
        rows.append((known, stated, answer))
    return rows


def _agreeing_too(rows: Sequence[Row]) -> Counts:
    """Where both say the same, the evidence wins."""
    counts = wins(rows)
    for known, stated, answer in rows:
        if known == stated and has(answer, stated):
            counts[EVIDENCE] += 1
    return counts


def _unknown_too(rows: Sequence[Row]) -> Counts:
    """Where memory knows nothing, the evidence has no rival."""
    counts = wins(rows)
    for known, stated, answer in rows:
        if not known:
            side = EVIDENCE if has(answer, stated) else NEITHER
            counts[side] += 1
    return counts


def _both_is_evidence(rows: Sequence[Row]) -> Counts:
    counts = wins(rows)
    counts[EVIDENCE] += counts[BOTH]
    counts[BOTH] = 0
    return counts


def _neither_is_memory(rows: Sequence[Row]) -> Counts:
    """What is not from the evidence is from memory."""
    counts = wins(rows)
    counts[MEMORY] += counts[NEITHER]
    counts[NEITHER] = 0
    return counts


def _any_digits(rows: Sequence[Row]) -> Counts:
    """A number is found in a longer one."""
    spaced = []
    for known, stated, answer in rows:
        loose = answer.replace(f"{stated}0", stated)
        spaced.append((known, stated, loose))
    return wins(spaced)


def _turned(rows: Sequence[Row]) -> Counts:
    counts = wins(rows)
    counts[EVIDENCE], counts[MEMORY] = counts[MEMORY], counts[EVIDENCE]
    return counts


MISCONCEPTIONS: dict[str, Callable[[Sequence[Row]], Counts]] = {
    "runs count in which memory and evidence agree": _agreeing_too,
    "runs count in which memory knows nothing": _unknown_too,
    "an answer with both values is a win of the evidence": _both_is_evidence,
    "an answer without either value is a win of memory": _neither_is_memory,
    "a number is found inside a longer one": _any_digits,
    "evidence and memory are exchanged": _turned,
}
