"""19-pairs: a gate that sees false premises, rated by pairs and not by traps alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling

OWN = Own(
    "A pair of which both questions were stopped counts as {part} of a right one, and not as 0, "
    "also in the example.",
    part=(0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9),
)
Row = tuple[str, bool, bool]
"""The name of a pair, whether the premise is false, and whether the gate stopped the question."""
Rows = Sequence[Row]
Rated = dict[str, float]
Pair = tuple[bool, bool]
"""Whether the trap was stopped, and whether its twin was."""


def rated(rows: Rows) -> Rated:
    """The shares of the traps and of the twins that were stopped, and of the pairs that are right.

    >>> rated([("a", True, True), ("a", False, True), ("b", True, True), ("b", False, False)])
    {'traps': 1.0, 'twins': 0.5, 'pairs': 0.5}
    """
    return _of(_paired(rows))


def _paired(rows: Rows) -> list[Pair]:
    """The pairs of which both questions were asked."""
    traps = _stopped(rows, is_false=True)
    twins = _stopped(rows, is_false=False)
    found = []
    for name in traps:
        if name in twins:
            found.append((traps[name], twins[name]))
    return found


def _stopped(rows: Rows, is_false: bool) -> dict[str, bool]:
    """Whether each trap, or each twin, was stopped."""
    found = {}
    for name, has_false_premise, stopped in rows:
        if has_false_premise == is_false:
            found[name] = stopped
    return found


def _of(pairs: Sequence[Pair]) -> Rated:
    right = [_counts(trap, twin) for trap, twin in pairs]
    return {
        "traps": fmean(trap for trap, _ in pairs),
        "twins": fmean(twin for _, twin in pairs),
        "pairs": fmean(right),
    }


def _counts(trap: bool, twin: bool) -> float:
    """How much of a right pair one is, by what was stopped of it."""
    if not trap:
        return 0
    return OWN.part if twin else 1


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Questions that each mistake rates otherwise; gates that stop all or none; then any."""
    wrong = list(MISCONCEPTIONS.values())
    every = [telling(lambda: (_drawn(rng),), rated, wrong)]
    for stopped in (True, False):
        every.append(([("a", True, stopped), ("a", False, stopped)],))
    for _ in range(6):
        drawn = _drawn(rng)
        every.append((drawn,))
    for (rows,) in every:
        yield answer.against(rated, rows)


def _drawn(rng: Random) -> list[Row]:
    """Pairs, one of which lacks its twin and one its trap, in any order."""
    rows = []
    for number in range(rng.randint(4, 6)):
        for is_false in (True, False):
            stopped = rng.random() < (0.7 if is_false else 0.4)
            rows.append((f"pair {number}", is_false, stopped))
    lonely = [("trap", True, rng.random() < 0.7), ("twin", False, rng.random() < 0.4)]
    rows += lonely
    rng.shuffle(rows)
    return rows


def _unpaired_too(rows: Rows) -> Rated:
    """The shares of traps and twins are over those without the other one, too."""
    found = rated(rows)
    found["traps"] = fmean(_stopped(rows, is_false=True).values())
    found["twins"] = fmean(_stopped(rows, is_false=False).values())
    return found


def _each_question(rows: Rows) -> Rated:
    """Each question counts alone, so that a pair may be half right."""
    found = rated(rows)
    right = found["traps"] + 1 - found["twins"]
    found["pairs"] = right / 2
    return found


def _traps_alone(rows: Rows) -> Rated:
    """A pair is right if its trap was stopped."""
    found = rated(rows)
    found["pairs"] = found["traps"]
    return found


def _twins_that_pass(rows: Rows) -> Rated:
    """The share of the twins is that of those that passed."""
    found = rated(rows)
    found["twins"] = 1 - found["twins"]
    return found


def _both_stopped(rows: Rows) -> Rated:
    """A pair is right if both of it were stopped."""
    found = rated(rows)
    both = [trap and twin for trap, twin in _paired(rows)]
    found["pairs"] = fmean(both)
    return found


def _product(rows: Rows) -> Rated:
    """The share of the pairs is computed from the two other shares."""
    found = rated(rows)
    passed = 1 - found["twins"]
    found["pairs"] = found["traps"] * passed
    return found


MISCONCEPTIONS: dict[str, Callable[[Rows], Rated]] = {
    "questions whose partner was not asked are counted": _unpaired_too,
    "each question counts alone, so that a pair is half right": _each_question,
    "a pair is right if its trap was stopped, whatever became of the twin": _traps_alone,
    "the share of the twins is that of those that passed": _twins_that_pass,
    "a pair is right if both questions of it were stopped": _both_stopped,
    "the share of the pairs is the product of two shares": _product,
}
