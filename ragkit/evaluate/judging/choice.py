"""The critics' thresholds, chosen together on first passes that no critic stopped.

`first_passes.py` makes these first passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ragkit.evaluate.golden.questions import BEYOND
from ragkit.evaluate.judging.calibration import auc, best_thresholds
from ragkit.evaluate.judging.first_passes import why_left_out
from ragkit.judges import ClaimJudge, Verdicts
from ragkit.score import Score, score
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN

MISLEADING = ("near-miss", "false-premise")
TARGETS = {"out-of-domain": 0.95, "hold back": 0.7, "answerable": 0.75}
"""The targets of the three groups: fractions refused, refused or corrected, and right."""
REFUSED = ("out-of-domain", "hold back")
GRID = [round(0.3 + 0.02 * step, 2) for step in range(35)]
"""The thresholds that are tried: .30 to .98."""
WIDE = [round(0.02 * step, 2) for step in range(1, 50)]
"""Those that are tried where many of the odds are below `GRID`: .02 to .98."""
MANY = 0.1
"""The share of odds that is many. A taught judge's odds are lower: it says no more firmly."""
UNANSWERED = "out-of-domain, near-miss, false-premise"
"""The kinds of questions that should not be answered as they are."""
LEAST = 20
"""Minimum number of judged drafts to choose thresholds from."""


@dataclass(frozen=True)
class Choice:
    """Thresholds that were chosen, and what they lead to on the drafts that chose them."""

    thresholds: dict[str, float]
    """The thresholds of `CHOSEN`, and `supported_above`, which is never below `partly_above`."""
    auc: dict[str, float]
    """How well the odds behind each threshold separate drafts that are wholly right from others."""
    ends_well: dict[str, Score]
    """For each group of questions, the share that ends well under these thresholds."""
    n: int
    """Number of judged drafts."""
    right: float
    """Number of right drafts; one that is right in part counts as that fraction."""
    left_out: dict[str, int]
    """Number of outcomes without a judged draft, by the reason."""


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


def choose(
    outcomes: Sequence[dict[str, Any]],
    settings: Settings,
    hold_back: float = TARGETS["hold back"],
) -> Choice:
    """The critics' thresholds, chosen together.

    First come the two targets about what should not be answered: the thresholds that meet them, or
    come nearest to them, are chosen. Among these are chosen those with most right answers. Among
    those again, the ones whose first threshold alone stops most questions from outside, because no
    draft is written for what is stopped there.

    `settings` has the risk and the support that are not chosen. `hold_back` is the target for near
    misses and false premises, in (0, 1]: a higher one stops more right answers too. Outcomes
    without a judged draft are counted and left out. Raises `ValueError` when all are.
    """
    judged = [row for row in outcomes if not why_left_out(row)]
    if not judged:
        raise ValueError(f"asked to choose thresholds from {len(outcomes)} runs, none with a draft")
    grids = [
        cuts([_answerability(row) for row in judged]),
        cuts([row["fit"] for row in judged]),
        cuts(_odds_of_claims(judged)),
    ]
    targets = TARGETS | {"hold back": hold_back}
    drafts = _drafts(judged, settings, grids[-1], targets)
    found = best_thresholds(drafts.odds.tolist(), grids, drafts.worth)
    reached = drafts.odds >= np.array(found)
    ends = drafts.ends_well(np.all(reached, axis=1))
    reasons = Counter(why_left_out(row) for row in outcomes)
    del reasons[""]
    return Choice(
        _named(found, settings),
        _areas(drafts),
        {name: score(values.tolist()) for name, values in ends.items()},
        n=len(judged),
        right=float(drafts.right.sum()),
        left_out=dict(reasons),
    )


def shares_under(
    thresholds: Mapping[str, float], outcomes: Sequence[dict[str, Any]], settings: Settings
) -> dict[str, float]:
    """For each group of questions, the share of these outcomes that ends well under thresholds."""
    judged = [row for row in outcomes if not why_left_out(row)]
    cut = [thresholds[name] for name in CHOSEN]
    # only this threshold of claims is of interest
    drafts = _drafts(judged, settings, [thresholds["partly_above"]], TARGETS)
    passes = np.all(drafts.odds >= np.array(cut), axis=1)
    ends = drafts.ends_well(passes)
    return {name: float(values.mean()) for name, values in ends.items()}


def lacking(outcomes: Sequence[dict[str, Any]]) -> list[str]:
    """What is missing to choose thresholds from these outcomes; empty when nothing is."""
    judged = [row for row in outcomes if not why_left_out(row)]
    groups = [group(row["kind"]) for row in judged]
    n = len(judged)
    answerable = groups.count("answerable")
    right = 0.0
    for row, name in zip(judged, groups, strict=True):
        if name == "answerable":
            right += row["right"] or 0
    missing = []
    if n < LEAST:
        missing.append(f"judged drafts: there are {n}, and {LEAST} are needed")
    if answerable == n:
        missing.append(f"a question that the documents do not answer (kinds: {UNANSWERED})")
    if not right:
        missing.append(f"a right answer: of {answerable} answerable questions none has one")
    return missing


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
        stated = max(partly, settings.supported_above)
        judge = ClaimJudge("", lambda *_: Verdicts([]), partly, stated)
        supports = []
        for claim in claims:
            support = 0.0 if claim["missing"] else judge.support(claim["odds"])
            # Outcomes of an older kit do not say whether a claim is copied.
            if claim.get("copied"):
                support = 1.0
            supports.append(support or 0.0)
        risk = 1 - sum(supports) / len(supports)
        return risk <= settings.risk_up_to

    return max(filter(passes, grid), default=0.0)


def _drafts(
    rows: Sequence[dict[str, Any]],
    settings: Settings,
    grid: Sequence[float],
    targets: Mapping[str, float],
) -> Drafts:
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


def _areas(drafts: Drafts) -> dict[str, float]:
    """The AUC of each column of odds."""
    wholly_right = drafts.right == 1
    labels = wholly_right.tolist()
    areas: dict[str, float] = {}
    for name, odds in zip(CHOSEN, drafts.odds.T, strict=True):
        areas[name] = auc(odds.tolist(), labels)
    return areas


def _named(cuts: Sequence[float], settings: Settings) -> dict[str, float]:
    """The thresholds by name, without those of claims for the NLI judge, which has its own.

    A claim counts whole from where it counts half, at the lowest.
    """
    answerable_from, fit_from, partly_above = cuts
    named = {"answerable_from": answerable_from, "fit_from": fit_from}
    if settings.judge != "nli":
        named["partly_above"] = partly_above
        named["supported_above"] = max(partly_above, settings.supported_above)
    return named
