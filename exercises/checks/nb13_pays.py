"""13-pays: which parts pay, by the intervals of what their absence changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.score import Score

PARTS = ("no hybrid", "no critic", "no verifier", "no hop", "no web")
OWN = Own(
    'The word for what is not shown is `"{open}"`. An interval of fewer than {least} '
    "questions shows nothing.",
    open=("not shown", "unclear", "open"),
    least=(2, 3, 4, 6),
)
Gaps = Mapping[str, Score]
Words = dict[str, str]


def verdicts(gaps: Gaps) -> Words:
    """For each part that was left out, by the difference from the whole graph, what it does."""
    found = {}
    for part, gap in gaps.items():
        found[part] = _word(gap)
    return found


def _word(gap: Score) -> str:
    if gap.n < OWN.least:
        return OWN.open
    if gap.high < 0:
        return "pays"
    if gap.low > 0:
        return "harms"
    return OWN.open


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A loss, a gain and a large one that is not shown; the edges; then any; few questions."""
    yield _trial(answer, [(-9, -3), (3, 9), (-19, 1)], rng)
    yield _trial(answer, [(-8, 0), (0, 8)], rng)
    yield _trial(answer, [(-6, -6)], rng, n=1)
    for _ in range(6):
        ends = [_ends(rng) for _ in range(4)]
        yield _trial(answer, ends, rng)
    yield _trial(answer, [], rng)
    for n in (OWN.least - 1, OWN.least):
        yield _trial(answer, [(-6, -2)], rng, n)


def _ends(rng: Random) -> tuple[int, int]:
    low = rng.randint(-20, 10)
    return low, low + rng.randint(1, 20)


def _trial(answer: Answer, ends: list[tuple[int, int]], rng: Random, n: int | None = None) -> Trial:
    """A question about parts whose intervals have these ends, in hundredths."""
    gaps = {}
    names = rng.sample(PARTS, len(ends))
    for part, (low, high) in zip(names, ends, strict=True):
        graded = rng.randint(30, 90) if n is None else n
        middle = (low + high) / 200
        gaps[part] = Score(middle, low / 100, high / 100, graded)
    return answer.against(verdicts, gaps)


def _by_sign(gaps: Gaps) -> Words:
    found = {}
    for part, gap in gaps.items():
        found[part] = "pays" if gap.mean < 0 else "harms"
    return found


def _other_way_round(gaps: Gaps) -> Words:
    swapped = {"pays": "harms", "harms": "pays"}
    found = {}
    for part, word in verdicts(gaps).items():
        found[part] = swapped.get(word, word)
    return found


def _edge_counts(gaps: Gaps) -> Words:
    found = verdicts(gaps)
    for part, gap in gaps.items():
        if gap.high == 0:
            found[part] = "pays"
        if gap.low == 0:
            found[part] = "harms"
    return found


def _one_is_enough(gaps: Gaps) -> Words:
    found = verdicts(gaps)
    for part, gap in gaps.items():
        if gap.n == 1:
            found[part] = "pays" if gap.high < 0 else "harms"
    return found


MISCONCEPTIONS = {
    "the sign of the mean decides, and not the interval": _by_sign,
    "fewer right answers without a part are held against that part": _other_way_round,
    "an interval that ends at 0 counts as one without 0": _edge_counts,
    "the interval of a single question counts as well": _one_is_enough,
}
