"""The critics' thresholds, chosen together on first passes that no critic stopped.

`calibrate.py` makes these first passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ragkit.evaluate.judging.calibration import auc, best_thresholds
from ragkit.judges import ClaimJudge, Verdicts
from ragkit.settings import Settings

MISLEADING = ("near-miss", "false-premise")
TARGETS = {"out-of-domain": 0.95, "hold back": 0.7, "answerable": 0.75}
"""The targets of the three groups: fractions refused, refused or corrected, and right."""
REFUSED = ("out-of-domain", "hold back")
CALIBRATED = ("answerable_from", "fit_from", "partly_above")
GRID = [round(0.3 + 0.02 * step, 2) for step in range(35)]
"""The thresholds that are tried: .30 to .98."""


def group(kind: str) -> str:
    if kind == "out-of-domain":
        return kind
    return "hold back" if kind in MISLEADING else "answerable"


def shares(
    passes: np.ndarray, right: np.ndarray, groups: dict[str, np.ndarray]
) -> dict[str, float]:
    """The fraction of each group that ends well when these drafts pass.

    An answerable question ends well with a right answer, any other also without an answer.
    """
    result = {}
    for name, members in groups.items():
        if not members.any():
            continue
        good = right & passes if name == "answerable" else ~passes | right
        result[name] = float(good[members].mean())
    return result


def thresholds(outcomes: Sequence[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """The critics' thresholds, chosen together, and how well the odds of each separate.

    First come the two targets about what should not be answered: the thresholds that meet them, or
    come nearest to them, are chosen. Among these are chosen those with most right answers. Among
    those again, the ones whose first threshold alone stops most questions from outside, because no
    draft is written for what is stopped there.
    """
    ran = [row for row in outcomes if row["claims"] and row["fit"]]
    cases = [_case(row, settings) for row in ran]
    right = np.array([bool(row["right"]) for row in ran])
    groups = {}
    for name in TARGETS:
        groups[name] = np.array([group(row["kind"]) == name for row in ran])

    # The weights keep the order of the three aims: a tenth of a target counts as much as all
    # answers, and one answer in a hundred as much as all that the first threshold stops.
    def worth(reached: np.ndarray) -> float:
        found = shares(reached.all(axis=1), right, groups)
        by_first = shares(reached[:, 0], right, groups)
        kept = 0.0
        for name in REFUSED:
            if name in found:
                kept += min(1.0, found[name] / TARGETS[name])
        answered = found.get("answerable", 0.0)
        stopped_at_once = by_first.get("out-of-domain", 0.0)
        return round(10 * kept + answered + 0.01 * stopped_at_once, 9)

    chosen = best_thresholds(cases, GRID, worth)
    columns = zip(*cases, strict=True)
    found = {}
    for name, cut, odds in zip(CALIBRATED, chosen, columns, strict=True):
        found[name] = {"threshold": cut, "auc": auc(list(odds), list(right))}
    passes = np.all(np.array(cases) >= np.array(chosen), axis=1)
    return {
        "n": len(ran),
        "right": int(right.sum()),
        **found,
        "first pass": shares(passes, right, groups),
        "targets": TARGETS,
    }


def _case(row: dict[str, Any], settings: Settings) -> tuple[float, float, float]:
    """What the three thresholds of `CALIBRATED` are compared with."""
    first_grade = row["grades"][0]
    claims = passes_up_to(row["claims"], settings)
    return first_grade["answerability"], row["fit"], claims


def passes_up_to(claims: Sequence[dict[str, Any]], settings: Settings) -> float:
    """The highest `partly_above` at which a draft with these claims passes; 0 if there is none."""

    def passes(partly: float) -> bool:
        stated = max(partly, settings.supported_above)
        judge = ClaimJudge("", lambda *_: Verdicts([]), partly, stated)
        supports = []
        for claim in claims:
            support = 0.0 if claim["missing"] else judge.support(claim["odds"])
            supports.append(support or 0.0)
        risk = 1 - sum(supports) / len(supports)
        return risk <= settings.risk_up_to

    return max(filter(passes, GRID), default=0.0)
