"""29-best: the draft with the highest odds, or copied lines where none reaches the threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.thresholds import passes

TIMES = ["by night", "at dusk", "at dawn", "by day", "in winter", "after rain"]
LINES = "Owls sleep by day. [1] Most birds sing at dawn. [2]"
COIN = 0.5
OWN = Own(
    "The odds have to reach the threshold plus {own[0]}, and where no draft was judged, return "
    '`"{own[1]}"`.',
    own=(
        (0, ""),
        *product((0.05, 0.1, 0.15), ("not judged", "no verdict", "ask again", "unknown")),
    ),
)
Candidate = tuple[str, float | None, bool]
"""A text, the odds that it answers the question (None: not judged), and whether it is copied."""
Candidates = Sequence[Candidate]


def best(candidates: Candidates, threshold: float) -> str:
    """The draft with the highest odds if they reach the threshold; otherwise the copied lines.

    >>> lines = ("lines", 0.9, True)
    >>> best([("one", 0.6, False), ("two", None, False), lines], 0.5)
    'one'
    >>> best([("one", 0.4, False), ("two", None, False), lines], 0.5)
    'lines'
    """
    drafts = _drafts(candidates)
    bar = _bar(threshold)
    return _highest(drafts, candidates, bar)


def _bar(threshold: float) -> float:
    """The odds that a draft needs; rounded, since sums of fractions are not exact."""
    more, _ = OWN.own
    raised = threshold + more
    return round(raised, 9)


def _drafts(candidates: Candidates) -> list[Candidate]:
    drafts = []
    for one in candidates:
        *_, is_copied = one
        if not is_copied:
            drafts.append(one)
    return drafts


def _highest(open_to_it: Candidates, candidates: Candidates, bar: float) -> str:
    """Of the texts that reach the bar the one with the highest odds, or else the lines."""
    chosen = _otherwise(candidates)
    most = -1.0
    for text, odds, _ in open_to_it:
        if odds is None or not passes(odds, bar):
            continue
        if odds > most:
            chosen, most = text, odds
    return chosen


def _otherwise(candidates: Candidates) -> str:
    """What is returned where no draft is good enough: the lines, or what is asked for."""
    lines = _lines(candidates)
    if any(odds is not None for _, odds, _ in _drafts(candidates)):
        return lines
    _, nothing = OWN.own
    return nothing or lines


def _lines(candidates: Candidates, threshold: float = 0.0) -> str:
    """The text that is copied."""
    copied = [text for text, _, is_copied in candidates if is_copied]
    return copied[0]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    every = stories(rng)
    for _ in range(8):
        drawn = _drawn(rng)
        every.append(drawn)
    for beside in (0.02, -0.02):
        one = _candidates(rng, [round(_bar(0.6) + beside, 2)], 0.1)
        every.append((one, 0.6))
    for candidates, threshold in every:
        yield answer.against(best, candidates, threshold)


def stories(rng: Random) -> list[tuple[list[Candidate], float]]:
    """The best first; a good one first; liked lines; none good; one just good; none judged."""
    low = rng.choice([0.15, 0.2, 0.25])
    middle = rng.choice([0.55, 0.6, 0.65])
    high = rng.choice([0.8, 0.85, 0.9])
    threshold = rng.choice([0.4, 0.45])
    told: list[tuple[Sequence[float | None], float | None]] = [
        ([high, low, None, middle], 0.1),
        ([low, middle, high], 0.1),
        ([high, middle], 0.95),
        ([low, None], 0.1),
        ([low, threshold], 0.1),
        ([None, None], None),
    ]
    more, _ = OWN.own
    given = round(threshold - more, 2)
    return [(_candidates(rng, *odds), given) for odds in told]


def _candidates(
    rng: Random, drafts: Sequence[float | None], lines: float | None
) -> list[Candidate]:
    """Drafts with these odds, in this order, and the lines somewhere among them."""
    found: list[Candidate] = []
    times = rng.sample(TIMES, len(drafts))
    for odds, when in zip(drafts, times):
        text = f"Owls hunt {when}. [1]"
        found.append((text, odds, False))
    place = rng.randint(0, len(found))
    found.insert(place, (LINES, lines, True))
    return found


def _drawn(rng: Random) -> tuple[list[Candidate], float]:
    """Up to four drafts, no two with the same odds."""
    count = rng.randint(2, 5)
    every: list[float | None] = []
    for hundredths in rng.sample(range(100), count):
        odds = hundredths / 100
        every.append(rng.choice([odds, odds, None]))
    lines, *drafts = every
    threshold = rng.choice([0.3, 0.5, 0.6])
    return _candidates(rng, drafts, lines), threshold


def _of_every_kind(candidates: Candidates, threshold: float) -> str:
    """The odds of the lines compete with those of the drafts."""
    bar = _bar(threshold)
    return _highest(candidates, candidates, bar)


def _as_if_judged(candidates: Candidates, odds: float) -> list[Candidate]:
    """The candidates with these odds where there are none."""
    found: list[Candidate] = []
    for text, own, is_copied in candidates:
        known = odds if own is None else own
        judged = (text, known, is_copied)
        found.append(judged)
    return found


def _unjudged_is_certain(candidates: Candidates, threshold: float) -> str:
    certain = _as_if_judged(candidates, 1.0)
    return best(certain, threshold)


def _unjudged_is_a_coin(candidates: Candidates, threshold: float) -> str:
    even = _as_if_judged(candidates, COIN)
    return best(even, threshold)


def _a_draft(candidates: Candidates, threshold: float) -> str:
    """The highest odds of the drafts, however low they are."""
    drafts = _as_if_judged(_drafts(candidates), 0.0)
    text, _, _ = max(drafts, key=lambda one: one[1] or 0.0)
    return text


def _first_that_passes(candidates: Candidates, threshold: float) -> str:
    for text, odds, is_copied in candidates:
        if not is_copied and passes(odds, _bar(threshold)):
            return text
    return _otherwise(candidates)


def _first_draft(candidates: Candidates, threshold: float) -> str:
    """Only the first draft is asked about."""
    first, *_ = _drafts(candidates)
    return _highest([first], candidates, _bar(threshold))


def _above(candidates: Candidates, threshold: float) -> str:
    """Odds that are just the threshold are not enough."""
    above = []
    for one in _drafts(candidates):
        if one[1] != _bar(threshold):
            above.append(one)
    return _highest(above, candidates, _bar(threshold))


def _turned_round(candidates: Candidates, threshold: float) -> str:
    """A draft is taken that does not reach the threshold."""
    below = []
    for one in _drafts(candidates):
        _, odds, _ = one
        if odds is not None and not passes(odds, _bar(threshold)):
            below.append(one)
    return _highest(below, candidates, 0.0)


MISCONCEPTIONS: dict[str, Callable[[Candidates, float], str]] = {
    "the highest odds win, though the judge's odds of copied lines mean something else": (
        _of_every_kind
    ),
    "a draft that was not judged counts as one that is certain": _unjudged_is_certain,
    "a draft that was not judged counts as 0.5, and reaches a low threshold": _unjudged_is_a_coin,
    "the copied lines are always given": _lines,
    "a draft is always given, however low its odds are": _a_draft,
    "the first draft that reaches the threshold is given, and not the highest": _first_that_passes,
    "the judge is asked about the first draft only": _first_draft,
    "odds that equal the threshold do not reach it": _above,
    "the threshold is turned round: what does not reach it is given": _turned_round,
}
