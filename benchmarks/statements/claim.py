"""Claim something of the committed results, and read them: each file once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.steps import MORE_IS_BETTER
from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import Difference, differences, scores
from ragkit.evaluate.measures.value import Outcomes, advantage, outcomes
from ragkit.report.report import read_results
from ragkit.score import Score

RESULTS = Path(__file__).parents[1] / "results"
ADAPTERS = Path(__file__).parents[2] / "ragkit" / "judges" / "adapters"


class Untrue(Exception):
    """A statement that the results do not bear out; its text is the figures."""


def claim(holds: bool, **figures: object) -> None:
    """Raise `Untrue` with the figures unless the claim holds.

    >>> claim(0.5 < 0.62, share=0.62)
    >>> claim(0.7 < 0.62, share=0.62)
    Traceback (most recent call last):
    benchmarks.statements.claim.Untrue: share=0.62
    """
    if not holds:
        raise Untrue(", ".join(f"{name}={_short(figure)}" for name, figure in figures.items()))


def _short(figure: object) -> str:
    return f"{figure:.3g}" if isinstance(figure, float) else str(figure)


@cache
def result(name: str) -> Any:
    """A JSON file of the committed results."""
    return json.loads((RESULTS / f"{name}.json").read_text())


@cache
def adapter(name: str) -> Any:
    """What is known about an adapter that ships."""
    return json.loads((ADAPTERS / f"{name}.json").read_text())


@cache
def lines(name: str) -> list[Any]:
    """The lines of a JSONL file of the committed results."""
    return [json.loads(line) for line in (RESULTS / f"{name}.jsonl").read_text().splitlines()]


@cache
def rows(name: str) -> list[Row]:
    """The runs of a committed experiment."""
    return read_results(RESULTS / name)[1]


@cache
def scored(name: str) -> dict[str, dict[str, Score]]:
    """The scores of an experiment's systems."""
    return scores(rows(name))


@cache
def gaps(name: str, before: str) -> dict[str, dict[str, Difference]]:
    """How every other system of an experiment differs from one."""
    return differences(rows(name), before)


def apart(name: str, before: str, after: str) -> dict[str, int]:
    """The measures in which two systems differ significantly: 1 where the second has more."""
    found = {}
    for measure, gap in gaps(name, before)[after].items():
        if gap.shown and measure in MORE_IS_BETTER:
            found[measure] = 1 if gap.by.mean > 0 else -1
    return found


@cache
def ends(name: str) -> dict[str, Outcomes]:
    """The outcomes of each system of an experiment, question by question."""
    return outcomes(rows(name))


def worth(name: str, ours: str, theirs: str, *prices: float) -> list[int]:
    """For each price of a wrong answer: 1 where ours is worth more, -1 where less, else 0."""
    found = []
    for price in prices:
        gap = advantage(ends(name)[ours], ends(name)[theirs], price)
        found.append(1 if gap.low > 0 else -1 if gap.high < 0 else 0)
    return found


def of(name: str, system: str, kinds: str = "") -> list[Row]:
    """An experiment's runs of one system; of one group of questions where one is named."""
    own = [row for row in rows(name) if row.system == system]
    return [row for row in own if not kinds or group(row.kind) == kinds]


def correct(some: list[Row]) -> float:
    """The share of correct answers; an ungraded one counts as not correct."""
    return fmean(row.right or 0 for row in some)


def held(some: list[Row]) -> float:
    """The share of questions that were withheld or corrected."""
    return fmean(bool(row.held) for row in some)
