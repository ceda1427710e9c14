"""The critics' thresholds, chosen together on first passes that no critic stopped; see
`calibrate.py`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from ragkit.evaluate.judging.calibration import auc, best_thresholds
from ragkit.judges import ClaimJudge, Verdicts
from ragkit.settings import Settings

MISLEADING = ("near-miss", "false-premise")
TARGETS = {"out-of-domain": 0.95, "hold back": 0.7, "answerable": 0.75}
"""The shares to aim at: refused, refused or corrected, right by reference."""
REFUSED = ("out-of-domain", "hold back")
CALIBRATED = ("answerable_from", "fit_from", "partly_above")
GRID = [round(0.3 + 0.02 * step, 2) for step in range(35)]
"""The thresholds that are tried: .30 to .98."""


def half(question: str) -> str:
    """Which half a question belongs to: by its id, so that it never changes sides."""
    return ("fit", "test")[sha256(question.encode()).digest()[0] % 2]


def group(kind: str) -> str:
    return kind if kind == "out-of-domain" else "hold back" if kind in MISLEADING else "answerable"


def thresholds(outcomes: Sequence[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """The thresholds of the critics, chosen together on these first passes, and how well the odds
    of each separate.

    What should not go out comes first: of the thresholds that meet the two targets about it, or
    come nearest to them, those with most right answers; of these, those whose first one alone stops
    most questions from outside, since what is stopped there costs no draft.
    """
    ran = [row for row in outcomes if row["claims"] and row["fit"]]
    cases = [
        (row["grades"][0]["answerability"], row["fit"], passes_up_to(row["claims"], settings))
        for row in ran
    ]
    right = np.array([bool(row["right"]) for row in ran])
    groups = {name: np.array([group(row["kind"]) == name for row in ran]) for name in TARGETS}

    def shares(passes: np.ndarray) -> dict[str, float]:
        good = {
            name: right & passes if name == "answerable" else ~passes | right for name in TARGETS
        }
        return {name: float(good[name][own].mean()) for name, own in groups.items() if own.any()}

    def worth(reached: np.ndarray) -> float:
        found, at_once = (
            shares(reached.all(axis=1)),
            shares(reached[:, 0]).get("out-of-domain", 0.0),
        )
        kept = sum(min(1.0, found[name] / TARGETS[name]) for name in REFUSED if name in found)
        # a tenth of a target outweighs every answer, and one answer in a hundred what is stopped at
        # once
        return round(10 * kept + found.get("answerable", 0.0) + 0.01 * at_once, 9)

    chosen = best_thresholds(cases, GRID, worth)
    columns = zip(CALIBRATED, chosen, zip(*cases, strict=True), strict=True)
    found = {
        name: {"threshold": cut, "auc": auc(list(odds), list(right))} for name, cut, odds in columns
    }
    passes = np.all(np.array(cases) >= np.array(chosen), axis=1)
    return {
        "n": len(ran),
        "right": int(right.sum()),
        **found,
        "first pass": shares(passes),
        "targets": TARGETS,
    }


def passes_up_to(claims: Sequence[dict[str, Any]], settings: Settings) -> float:
    """The highest `partly_above` under which the policy still lets a draft with these claims out; 0
    when none does."""

    def out(partly: float) -> bool:
        judge = ClaimJudge(
            "", lambda *_: Verdicts([]), partly, max(partly, settings.supported_above)
        )
        supports = [
            0.0 if claim["missing"] else judge.support(claim["odds"]) or 0.0 for claim in claims
        ]
        return 1 - sum(supports) / len(supports) <= settings.risk_up_to

    return max(filter(out, GRID), default=0.0)
