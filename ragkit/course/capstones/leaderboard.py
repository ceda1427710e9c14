"""The leaderboard of a class: who is ahead of `crag`, and who only had luck.

Each try is a line of a file. Whoever tries often enough looks better than `crag` by chance. So each
interval is wider by the correction of Bonferroni: the error of 5 % is shared out among all tries of
the whole class, and all intervals together have it once. Places are told apart in the same way,
with the error shared out among all pairs of tries.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb, inf, sqrt
from pathlib import Path
from statistics import NormalDist, mean, median, stdev

from pydantic import TypeAdapter, ValidationError
from scipy.stats import t as student

from ragkit.disk.whole import append_line, whole_lines
from ragkit.report import Table, page
from ragkit.score import Score
from ragkit.text.counted import counted
from ragkit.text.one_line import first_line

FILE = "leaderboard.jsonl"
ERROR = 0.05
"""The chance that any interval of a board is wrong, of all of them together."""
HEAD = ["place", "learner", "value", "difference from crag", "", "tokens over crag's", "tries"]
Gaps = Sequence[float | None]
"""The values of a system less those of `crag`, question by question; None where one is ungraded."""


class BadBoard(ValueError):
    """A leaderboard cannot be read or continued; the message says what to do."""


@dataclass(frozen=True)
class Entry:
    """One try of a learner."""

    learner: str
    code: str
    """A hash of the submitted code."""
    draw: str
    """A hash of the hidden questions and the price: tries with the same one can be compared."""
    value: float
    """The mean value of an answer at the price, at most 1."""
    tokens: float
    """Tokens of a question, as a fraction of those that `crag` takes."""
    gaps: tuple[float | None, ...]
    """In the order of the hidden questions, whose names are not in the file."""

    @property
    def graded(self) -> list[float]:
        """The differences on the questions that were graded."""
        return [gap for gap in self.gaps if gap is not None]

    @property
    def lead(self) -> float:
        """The mean difference; the least of all where no question was graded."""
        graded = self.graded
        return mean(graded) if graded else -inf


@dataclass(frozen=True)
class Line:
    """The best try of a learner on the board."""

    place: int
    best: Entry
    tries: int
    gap: Score
    """The difference from `crag`, with its corrected interval."""
    is_ahead: bool


ENTRY = TypeAdapter(Entry)


def read_entries(file: Path) -> list[Entry]:
    """The tries in a file, oldest first; none where there is no file. Raises `BadBoard`."""
    if not file.is_file():
        return []
    entries = []
    for number, line in enumerate(whole_lines(file), start=1):
        try:
            entries.append(ENTRY.validate_json(line))
        except ValidationError as error:
            raise BadBoard(
                f"{file}, line {number}: not a try ({first_line(error)}); delete that line, and "
                "grade its submission again"
            ) from error
    return entries


def tries_so_far(file: Path, draw: str) -> list[Entry]:
    """The tries in a file, to which one with this draw may be added.

    Raises `BadBoard` where they are about other questions, or have another price.
    """
    before = read_entries(file)
    if any(one.draw != draw for one in before):
        raise BadBoard(
            f"{file} has tries with another word, price or number of questions, which cannot be "
            "compared; grade with those, or take another folder (`--to`)"
        )
    return before


def add_entry(file: Path, entry: Entry) -> bool:
    """Append a try; False where the same learner has handed in the same code before.

    Raises `BadBoard`.
    """
    before = tries_so_far(file, entry.draw)
    known = {(one.learner, one.code) for one in before}
    if (entry.learner, entry.code) in known:
        return False
    content = asdict(entry)
    append_line(file, json.dumps(content))
    return True


def corrected(gaps: Gaps, comparisons: int) -> Score:
    """The mean difference, with Student's interval for one of so many comparisons.

    Where too few questions differ for a sign test to reach that error, the interval has no ends:
    the normal approximation behind it would be too sure. NaN without a graded question.

    >>> print(corrected([1.0, -1.0] * 50, comparisons=1))
    0.000 [-0.199, 0.199] (n=100)
    >>> corrected([1.0] * 5, comparisons=1).low  # a fair coin falls five times alike in 1 of 16
    -inf
    """
    graded = [gap for gap in gaps if gap is not None]
    n = len(graded)
    ungraded = len(gaps) - n
    centre = mean(graded) if graded else float("nan")
    error = ERROR / comparisons
    differing = n - graded.count(0)
    least = 0.5 ** (differing - 1)
    if least > error:
        return Score(centre, -inf, inf, n, ungraded)
    quantile = student.ppf(1 - error / 2, n - 1)
    width = float(quantile) * _standard_error(graded)
    low = centre - width
    high = centre + width
    return Score(centre, low, high, n, ungraded)


def board(entries: Sequence[Entry]) -> list[Line]:
    """The best try of each learner, the best learner first.

    Learners share a place with the first one from whom they cannot be told apart.
    """
    tries = Counter(entry.learner for entry in entries)
    if not entries:
        return []
    ranked = sorted(entries, key=lambda entry: -entry.lead)
    best: dict[str, Entry] = {}
    for entry in ranked:
        best.setdefault(entry.learner, entry)
    pairs = comb(len(entries), 2)
    lines: list[Line] = []
    first = ranked[0]
    place = 1
    for number, entry in enumerate(best.values(), start=1):
        if entry is not first and _are_apart(first, entry, pairs):
            first = entry
            place = number
        gap = corrected(entry.gaps, len(entries))
        is_ahead = gap.low > 0
        own_tries = tries[entry.learner]
        lines.append(Line(place, entry, own_tries, gap, is_ahead))
    return lines


def by_luck(entries: Sequence[Entry]) -> float:
    """By how much the best of these tries would seem ahead, if all were worth what `crag` is.

    The median of the greatest of so many draws is about this quantile of the normal distribution.
    """
    errors = [_standard_error(entry.graded) for entry in entries]
    tries = len(entries)
    share = 1 - 1 / (tries + 1)
    quantile = NormalDist().inv_cdf(share)
    return quantile * median(errors)


def as_table(entries: Sequence[Entry]) -> Table:
    """The board as a table, with what has to be known to read it."""
    lines = board(entries)
    learners = counted(len(lines), "learner")
    tries = counted(len(entries), "try", "tries")
    luck = by_luck(entries)
    note = (
        f"{learners}, {tries}. Differences are paired by question. Their 95 % intervals are "
        f"simultaneous: by Bonferroni's correction over all {tries}. Who shares a place cannot be "
        "told apart (corrected over all pairs). If every system were worth just what crag is, the "
        f"best of {tries} would still seem ahead by about {luck:.3f}, by luck alone."
    )
    rows = list(map(_cells, lines))
    return Table("Leaderboard", note, HEAD, rows)


def as_page(entries: Sequence[Entry]) -> str:
    """The board as an HTML page."""
    words = "A system of your own, on hidden questions."
    table = as_table(entries)
    return page(words, [table], {}, "The class")


def _cells(line: Line) -> list[str]:
    best = line.best
    ahead = "**ahead of crag**" if line.is_ahead else "not shown to be ahead"
    return [
        str(line.place),
        best.learner,
        f"{best.value:.3f}",
        str(line.gap),
        ahead,
        f"{best.tokens:.2f}",
        str(line.tries),
    ]


def _are_apart(better: Entry, worse: Entry, pairs: int) -> bool:
    """Whether one of so many pairs of tries is told apart."""
    gaps: list[float] = []
    for high, low in zip(better.gaps, worse.gaps, strict=True):
        if high is not None and low is not None:
            gaps.append(high - low)
    gap = corrected(gaps, pairs)
    return gap.low > 0


def _standard_error(graded: Sequence[float]) -> float:
    n = len(graded)
    if n < 2:
        return 0.0
    return stdev(graded) / sqrt(n)
