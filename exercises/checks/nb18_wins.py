"""18-wins: who wins where memory and evidence disagree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

FORMS = ["It has {} moons.", "There are {} moons.", "Some say {}, and others {}.", "Nobody knows."]
OWN = Own(
    "The keys of the dict are `{evidence}`, `{memory}`, `both` and `neither`.",
    evidence=("evidence", "passage", "page", "source"),
    memory=("memory", "model", "weights", "belief"),
)
BOTH, NEITHER = "both", "neither"
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
    return _counted(rows, _disagree)


def _disagree(known: str, stated: str) -> bool:
    """Whether memory has a number, and another one than the evidence."""
    return known not in ("", stated)


def _counted(rows: Sequence[Row], counts: Callable[[str, str], bool]) -> Counts:
    """How often each side is in the answer, in the rows that count by the two values."""
    found = dict.fromkeys((OWN.evidence, OWN.memory, BOTH, NEITHER), 0)
    for row in rows:
        known, stated, _ = row
        if counts(known, stated):
            found[_winner(row)] += 1
    return found


def _winner(row: Row) -> str:
    known, stated, answer = row
    has_stated = has(answer, stated)
    if has(answer, known):
        return BOTH if has_stated else OWN.memory
    return OWN.evidence if has_stated else NEITHER


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Rows that each mistake counts otherwise; none; then any."""
    wrong = [mistake for mistake in MISCONCEPTIONS.values() if mistake != _without_zeros]
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
    return _counted(rows, lambda known, _: bool(known))


def _unknown_too(rows: Sequence[Row]) -> Counts:
    """Nothing is found in every answer, so memory has a share in it."""
    return _counted(rows, lambda known, stated: known != stated)


def _every_row(rows: Sequence[Row]) -> Counts:
    return _counted(rows, lambda *_: True)


def _both_is_evidence(rows: Sequence[Row]) -> Counts:
    counts = wins(rows)
    counts[OWN.evidence] += counts[BOTH]
    return counts | {BOTH: 0}


def _both_is_memory(rows: Sequence[Row]) -> Counts:
    counts = wins(rows)
    counts[OWN.memory] += counts[BOTH]
    return counts | {BOTH: 0}


def _both_for_each(rows: Sequence[Row]) -> Counts:
    counts = wins(rows)
    counts[OWN.evidence] += counts[BOTH]
    counts[OWN.memory] += counts[BOTH]
    return counts


def _each_and_not_both(rows: Sequence[Row]) -> Counts:
    return _both_for_each(rows) | {BOTH: 0}


def _neither_left_out(rows: Sequence[Row]) -> Counts:
    return wins(rows) | {NEITHER: 0}


def _without_zeros(rows: Sequence[Row]) -> Counts:
    return {side: count for side, count in wins(rows).items() if count}


def _shares(rows: Sequence[Row]) -> dict[str, float]:
    counts = wins(rows)
    total = sum(counts.values()) or 1
    return {side: count / total for side, count in counts.items()}


def _neither_is_memory(rows: Sequence[Row]) -> Counts:
    """What is not from the evidence is from memory."""
    counts = wins(rows)
    counts[OWN.memory] += counts[NEITHER]
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
    one, other = OWN.evidence, OWN.memory
    return counts | {one: counts[other], other: counts[one]}


MISCONCEPTIONS: dict[str, Callable[[Sequence[Row]], Mapping[str, float]]] = {
    "runs count in which memory and evidence agree": _agreeing_too,
    "runs count in which memory knows nothing": _unknown_too,
    "an answer with both values is a win of the evidence": _both_is_evidence,
    "an answer without either value is a win of memory": _neither_is_memory,
    "a number is found inside a longer one": _any_digits,
    "evidence and memory are exchanged": _turned,
    "every row counts, whatever memory knows": _every_row,
    "an answer with both values is a win of memory": _both_is_memory,
    "an answer with both values counts for each side as well": _both_for_each,
    "an answer with both values counts for each side, and not as both": _each_and_not_both,
    "an answer without either value is not counted": _neither_left_out,
    "a key that no answer counts for is left out": _without_zeros,
    "shares are returned, and not numbers of answers": _shares,
}
