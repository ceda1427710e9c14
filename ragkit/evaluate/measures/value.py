"""Two systems where a wrong answer has a price: which is worth more, and from which price on.

The value of a system is a straight line over the price: it begins at the share that is correct,
and falls by the share that is wrong. So two lines cross once at most, at the break-even price. The
rules of a single run are in `outcome.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

import numpy as np

from ragkit.evaluate.measures.outcome import Outcome, outcome
from ragkit.evaluate.measures.rows import Row
from ragkit.score import Score, ratio, score

Outcomes = Mapping[str, Outcome | None]
"""The outcome of each question, by its id; None where it is ungraded."""
DRAWS, SEED = 2_000, 0
"""Draws of the bootstrap, as in `score.py`."""
PRECISION = "correct of the answered"
"""The name of `precision` among the measures. It is a ratio, and no mean over questions."""


@dataclass(frozen=True)
class BreakEven:
    """The price of a wrong answer from which one system is worth at least as much as another.

    0 means at any price, and infinity at none.
    """

    price: float
    low: float
    """The lower end of its 95 % interval, by bootstrap over questions."""
    high: float
    n: int
    """Number of questions on which both were graded."""

    def __str__(self) -> str:
        """The price with its interval and n; infinity is "never".

        >>> print(BreakEven(0.5, 0.2, math.inf, 30))
        0.50 [0.20, never] (n=30)
        """
        price = _price(self.price)
        low = _price(self.low)
        high = _price(self.high)
        return f"{price} [{low}, {high}] (n={self.n})"


def outcomes(rows: Sequence[Row]) -> dict[str, dict[str, Outcome | None]]:
    """Each system's outcomes, question by question; of repeats the mean of those that were graded.

    >>> outcomes([])
    {}
    """
    found: dict[str, dict[str, list[Outcome]]] = {}
    for row in rows:
        repeats = found.setdefault(row.system, {}).setdefault(row.question, [])
        one = outcome(row)
        if one is not None:
            repeats.append(one)
    means: dict[str, dict[str, Outcome | None]] = {}
    for system, questions in found.items():
        means[system] = {question: _mean(repeats) for question, repeats in questions.items()}
    return means


def _mean(repeats: Sequence[Outcome]) -> Outcome | None:
    if not repeats:
        return None
    return Outcome(
        mean(one.correct for one in repeats),
        mean(one.wrong for one in repeats),
        mean(one.abstained for one in repeats),
    )


def value(own: Outcomes, price: float) -> Score:
    """The mean value of a system where a wrong answer costs `price`, with its interval.

    >>> owl = {"a": Outcome(1, 0, 0), "b": Outcome(0, 1, 0), "c": Outcome(0, 0, 1), "d": None}
    >>> print(value(owl, 0).mean, value(owl, 1).mean, value(owl, 1).ungraded)
    0.3333333333333333 0.0 1
    """
    return score([None if one is None else one.value(price) for one in own.values()])


def precision(own: Outcomes) -> Score:
    """The fraction of the answers that is correct; `n` counts the answers (selective).

    NaN for a system that always abstains.

    >>> owl = {"a": Outcome(1, 0, 0), "b": Outcome(0, 1, 0), "c": Outcome(0, 0, 1), "d": None}
    >>> precision(owl).mean, precision(owl).n, precision(owl).ungraded
    (0.5, 2, 1)
    """
    graded = [one for one in own.values() if one is not None]
    parts = [(one.correct, 1 - one.abstained) for one in graded]
    found = ratio(parts)
    ungraded = len(own) - len(graded)
    return replace(found, ungraded=ungraded)


def advantage(ours: Outcomes, theirs: Outcomes, price: float) -> Score:
    """The paired difference of two systems' values, on the questions that both were graded on.

    >>> bold, shy = {"a": Outcome(0, 1, 0)}, {"a": Outcome(0, 0, 1)}
    >>> advantage(shy, bold, 0).mean, advantage(shy, bold, 2).mean
    (0.0, 2.0)
    """
    return score(gaps_of(ours, theirs, price))


def gaps_of(ours: Outcomes, theirs: Outcomes, price: float) -> list[float]:
    """The differences of two systems' values, on each question that both were graded on."""
    gaps = _gaps(ours, theirs)
    return [float(correct - price * wrong) for correct, wrong in gaps]


def break_even(ours: Outcomes, theirs: Outcomes) -> BreakEven | None:
    """The price from which our system is worth at least as much as theirs, with its interval.

    Of four questions ours gives up one correct answer and avoids two wrong ones, so that a wrong
    answer has to cost one half. None where no question was graded of both.

    >>> right, wrong, none = Outcome(1, 0, 0), Outcome(0, 1, 0), Outcome(0, 0, 1)
    >>> bold = {"a": right, "b": right, "c": wrong, "d": wrong}
    >>> shy = {"a": right, "b": none, "c": none, "d": none}
    >>> break_even(shy, bold).price, break_even(bold, bold).price, break_even(bold, shy).price
    (0.5, 0.0, inf)
    """
    gaps = _gaps(ours, theirs)
    n = len(gaps)
    if not n:
        return None
    generator = np.random.default_rng(SEED)
    picks = generator.integers(n, size=(DRAWS, n))
    # Rounded, so that what is equal but for the last bit of a sum is equal.
    drawn = gaps[picks].sum(axis=1).round(9)
    prices = [_crossing(correct, wrong) for correct, wrong in drawn]
    # By a method that never takes a mean of two prices, because one of them may be infinite.
    low, high = np.quantile(prices, [0.025, 0.975], method="inverted_cdf")
    whole = gaps.sum(axis=0).round(9)
    return BreakEven(_crossing(*whole), float(low), float(high), n)


def _gaps(ours: Outcomes, theirs: Outcomes) -> np.ndarray:
    """Ours less theirs, of correct and wrong, on each question that both were graded on; (n, 2)."""
    gaps = []
    for question, own in ours.items():
        other = theirs.get(question)
        if own is not None and other is not None:
            gaps.append((own.correct - other.correct, own.wrong - other.wrong))
    return np.array(gaps, dtype=float).reshape(-1, 2)


def _crossing(correct: float, wrong: float) -> float:
    """The price from which a system pays that has so much more correct and so much more wrong.

    >>> _crossing(-0.1, -0.2), _crossing(0.1, -0.2), _crossing(-0.1, 0.2), _crossing(0.1, 0.2)
    (0.5, 0.0, inf, inf)
    """
    if wrong > 0:
        return math.inf
    if correct >= 0:
        return 0.0
    return math.inf if wrong == 0 else float(correct / wrong)


def _price(price: float) -> str:
    return "never" if math.isinf(price) else f"{price:.2f}"


def ranking(systems: Mapping[str, Outcomes], price: float) -> list[tuple[str, Score]]:
    """The systems and their values at a price, the best first; without a graded run left out."""
    graded = []
    for name, own in systems.items():
        worth = value(own, price)
        if worth.n:
            graded.append((name, worth))
    return sorted(graded, key=lambda pair: -pair[1].mean)


def verdict(systems: Mapping[str, Outcomes], price: float) -> str:
    """Which system is worth most at a price, and whether that is shown beside the next one.

    >>> shy, bold = {"a": Outcome(0, 0, 1)}, {"a": Outcome(0, 1, 0)}
    >>> print(verdict({"bold": bold, "shy": shy}, 1))
    Where a wrong answer costs 1, shy is worth most: 0.000 [0.000, 0.000] (n=1). Next is bold: the \
difference, 1.000 [1.000, 1.000] (n=1), is not shown.
    """
    ranked = ranking(systems, price)
    if not ranked:
        return "No run is graded."
    best, worth = ranked[0]
    text = f"Where a wrong answer costs {price:g}, {best} is worth most: {worth}."
    if len(ranked) == 1:
        return text
    after = ranked[1][0]
    gap = advantage(systems[best], systems[after], price)
    if not gap.n:
        return f"{text} Next is {after}, which was graded on other questions."
    how = "shown" if gap.n > 1 and gap.low > 0 else "not shown"
    return f"{text} Next is {after}: the difference, {gap}, is {how}."


def best_by_price(systems: Mapping[str, Outcomes], prices: Sequence[float]) -> str:
    """The system that is worth most at each of some prices, in one line.

    >>> shy, bold = {"a": Outcome(0, 0, 1)}, {"a": Outcome(0.5, 0.5, 0)}
    >>> print(best_by_price({"bold": bold, "shy": shy}, [0, 2]))
    worth most where a wrong answer costs 0: bold 0.500 [0.500, 0.500] (n=1); 2: shy 0.000 [0.000, \
0.000] (n=1)
    """
    parts = []
    for price in prices:
        for name, one in ranking(systems, price)[:1]:
            parts.append(f"{price:g}: {name} {one}")
    if not parts:
        return "no run is graded"
    return f"worth most where a wrong answer costs {'; '.join(parts)}"
