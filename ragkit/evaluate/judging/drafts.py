"""Judged drafts as arrays: what thresholds are chosen from, by targets or for a price.

`first_passes.py` asks for the drafts, `choice.py` and `by_price.py` choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ragkit.evaluate.golden.questions import BEYOND
from ragkit.evaluate.judging.calibration import auc
from ragkit.evaluate.judging.first_passes import why_left_out
from ragkit.judges import ClaimJudge, Verdicts
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN

MISLEADING = ("near-miss", "false-premise")
TARGETS = {"out-of-domain": 0.95, "hold back": 0.7, "answerable": 0.75}
"""The targets of the three groups: fractions abstained, withheld, and correct."""
REFUSED = ("out-of-domain", "hold back")
GRID = [round(0.3 + 0.02 * step, 2) for step in range(35)]
"""The thresholds that are tried: .30 to .98."""
WIDE = [round(0.02 * step, 2) for step in range(1, 50)]
"""Those that are tried where many of the odds are below `GRID`: .02 to .98."""
MANY = 0.1
"""The share of odds that is many. A taught judge's odds are lower: it says no more firmly."""


@dataclass(frozen=True)
class Drafts:
    """Judged drafts as arrays, with one place for each draft."""

    odds: np.ndarray
    """What the three thresholds of `CHOSEN` are compared with; shape (n, 3)."""
    right: np.ndarray
    """How far each draft is right, 0 to 1; shape (n,)."""
    groups: dict[str, np.ndarray]
    """Which drafts are of a group of questions; shape (n,). Groups without a draft are left out."""
    targets: Mapping[str, float]
    """The target of each group."""

    def ends_well(self, passes: np.ndarray) -> dict[str, np.ndarray]:
        """How well each draft of a group ends when these drafts pass, 0 to 1.

        An answerable question ends well with a right answer, any other also without an answer.
        """
        answered_well = self.right * passes
        held_or_right = np.maximum(~passes, self.right)
        ends = {}
        for name, members in self.groups.items():
            ends_of_group = answered_well if name == "answerable" else held_or_right
            ends[name] = ends_of_group[members]
        return ends

    def worth(self, reached: np.ndarray) -> float:
        """The value of a choice, from a table of which draft reaches which threshold.

        The weights keep the order of the three aims (`choose`): a tenth of a target counts as much
        as all answers, and one answer in a hundred as much as all that the first threshold stops.
        """
        passes = np.all(reached, axis=1)
        passes_first = reached[:, 0]
        found = self._shares(passes)
        by_first = self._shares(passes_first)
        worth = found.get("answerable", 0.0)
        worth += 0.01 * by_first.get("out-of-domain", 0.0)
        for name in REFUSED:
            reached_of_target = found.get(name, 0.0) / self.targets[name]
            worth += 10 * min(1.0, reached_of_target)
        return round(worth, 9)

    def _shares(self, passes: np.ndarray) -> dict[str, float]:
        shares = {}
        for name, values in self.ends_well(passes).items():
            shares[name] = float(values.mean())
        return shares


def group(kind: str) -> str:
    """The group of a kind of questions: a key of `TARGETS`."""
    if kind == "out-of-domain" or kind in BEYOND:
        return "out-of-domain"
    return "hold back" if kind in MISLEADING else "answerable"


def cuts(odds: Sequence[float]) -> list[float]:
    """The thresholds to try for these odds.

    They are `GRID`, or `WIDE` where many of the odds are below it. Where most of the odds are
    beyond it, as those of a large model often are, they are quantiles of the odds.

    >>> cuts([0.4, 0.6, 0.9]) == GRID, cuts([0.2, 0.6, 0.9]) == WIDE
    (True, True)
    >>> cuts([0.97, 0.99, 0.999])[::17]
    [0.97, 0.99, 0.999]
    """
    if GRID[0] <= np.median(odds) <= GRID[-1]:
        low = np.quantile(odds, MANY)
        return GRID if low >= GRID[0] else WIDE
    fractions = np.linspace(0, 1, len(GRID))
    quantiles = np.quantile(odds, fractions).round(9)
    found = set(quantiles.tolist())
    # At 0 nothing is stopped, and no odds are above 1.
    found -= {0.0, 1.0}
    return sorted(found) if found else GRID


def passes_up_to(
    claims: Sequence[dict[str, Any]], settings: Settings, grid: Sequence[float] = GRID
) -> float:
    """The highest `partly_above` at which a draft with these claims passes; 0 if there is none."""

    def passes(partly: float) -> bool:
        support = mean_support(claims, partly, settings.supported_above)
        return 1 - support <= settings.risk_up_to

    return max(filter(passes, grid), default=0.0)


def mean_support(
    claims: Sequence[dict[str, Any]], partly_above: float, supported_above: float
) -> float:
    """How far the evidence supports a draft with these claims under these thresholds, 0 to 1."""
    stated = max(partly_above, supported_above)
    judge = ClaimJudge("", lambda *_: Verdicts([]), partly_above, stated)
    supports = []
    for claim in claims:
        support = 0.0 if claim["missing"] else judge.support(claim["odds"])
        # Outcomes of an older kit do not say whether a claim is copied.
        if claim.get("copied"):
            support = 1.0
        supports.append(support or 0.0)
    return sum(supports) / len(supports)


def grids_of(outcomes: Sequence[dict[str, Any]]) -> list[list[float]]:
    """The thresholds to try for each of `CHOSEN`. Raises `ValueError` without a judged draft."""
    judged = [row for row in outcomes if not why_left_out(row)]
    if not judged:
        raise ValueError(f"asked to choose thresholds from {len(outcomes)} runs, none with a draft")
    return [
        cuts([_answerability(row) for row in judged]),
        cuts([row["fit"] for row in judged]),
        cuts(_odds_of_claims(judged)),
    ]


def drafts_of(
    outcomes: Sequence[dict[str, Any]],
    settings: Settings,
    grid: Sequence[float],
    targets: Mapping[str, float] = TARGETS,
) -> Drafts:
    """The judged drafts of some outcomes; `grid` has the values of `partly_above` to tell apart."""
    rows = [row for row in outcomes if not why_left_out(row)]
    odds = []
    right = []
    for row in rows:
        claims = _claims_pass(row["claims"], settings, grid)
        odds.append((_answerability(row), row["fit"], claims))
        right.append(row["right"] or 0)
    kinds = [group(row["kind"]) for row in rows]
    names = np.array(kinds)
    groups = {}
    for name in TARGETS:
        if name in kinds:
            groups[name] = names == name
    return Drafts(
        np.array(odds, dtype=float),
        np.array(right, dtype=float),
        groups,
        targets,
    )


def _answerability(row: dict[str, Any]) -> float:
    first_grade = row["grades"][0]
    return first_grade["answerability"]


def _claims_pass(
    claims: Sequence[dict[str, Any]], settings: Settings, grid: Sequence[float]
) -> float:
    """`passes_up_to`; with the NLI judge 1 or 0, because it has thresholds of its own."""
    if settings.judge != "nli":
        return passes_up_to(claims, settings, grid)
    supports = [claim["support"] or 0.0 for claim in claims]
    risk = 1 - sum(supports) / len(supports)
    return float(risk <= settings.risk_up_to)


def _odds_of_claims(rows: Sequence[dict[str, Any]]) -> list[float]:
    odds = []
    for row in rows:
        odds += [claim["odds"] for claim in row["claims"]]
    return odds


def areas(drafts: Drafts) -> dict[str, float]:
    """The AUC of each column of odds."""
    wholly_right = drafts.right == 1
    labels = wholly_right.tolist()
    areas: dict[str, float] = {}
    for name, odds in zip(CHOSEN, drafts.odds.T, strict=True):
        areas[name] = auc(odds.tolist(), labels)
    return areas
