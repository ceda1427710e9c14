"""What thresholds were chosen for each judge, and what they do, as Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragkit.evaluate.measures.risk_coverage import PRECISIONS
from ragkit.report.cells import cell
from ragkit.score import Score
from ragkit.text.markdown_table import TIGHT, markdown_table
from ragkit.thresholds import CHOSEN

STOPPED = (
    ("out-of-domain", "abstained"),
    ("hold back", "abstained or correct"),
    ("answerable", "correct"),
)
"""A group of questions, and what should become of its first passes."""
ODDS = {
    "answerable_from": "the evidence answers",
    "fit_from": "the draft answers",
    "partly_above": "the least supported claim is stated",
    "all": "all three, multiplied",
}
"""What the odds behind each threshold say, and what stands for all of them together."""
WEIGHED = ("hold back", "answerable")
"""The two groups that a threshold weighs against each other."""
JUDGES = {
    "zero-shot": "calibration",
    "taught": "calibration-taught",
    "taught, all evidence in view of the fit": "calibration-taught-in-view",
    "taught, on the machine of the next row": "calibration-taught-again",
    "taught with all pairs three times": "calibration-taught-longer",
}
"""The judges that thresholds were chosen for, and the result of each.

The last two were asked on one machine, each in a copy of the repository without the rows of the
taught judge (`benchmarks/calibrate.py`). `RAGKIT_ADAPTER` named the adapter of the last one.
"""


def calibration_table(result: dict[str, Any]) -> str:
    """The thresholds of a judge, chosen together, and how well the odds behind each separate."""
    found = result.get("thresholds", {})
    rows: list[list[str | None]] = []
    for name in CHOSEN:
        if own := found.get(name):
            rows.append([f"`{name}`", f"{own['threshold']:.2f}", f"{own['auc']:.2f}"])
    for name, said in STOPPED if "first pass" in found else ():
        share, target = found["first pass"][name], found["targets"][name]
        shown = f"{share:.2f} (target {target:.2f})"
        rows.append([f"first passes, {name}: {said}", shown, None])
    head = ["threshold", "chosen", "AUC of its odds: correct drafts against all others"]
    return markdown_table(head, rows, TIGHT)


def judges_table(results: Mapping[str, dict[str, Any]]) -> str:
    """The judges on the same questions: how well their odds separate, and what thresholds lead to
    that were chosen on other questions. A judge without a result is left out."""
    rows = []
    for judge, found in results.items():
        if "in halves" not in found:
            continue
        everywhere = [f"{found['thresholds'][name]['auc']:.2f}" for name in CHOSEN]
        apart = [f"{found['unlearnt']['auc'][name]:.2f}" for name in CHOSEN]
        target = f"{found['thresholds']['targets']['hold back']:.2f}"
        halves = _in_halves(found)
        rows.append([judge, " / ".join(everywhere), " / ".join(apart), target, *halves])
    head = ["judge", "AUC, all questions", "AUC, documents not learnt from", "target"]
    head += ["withheld or correct, in halves", "answerable: correct, in halves"]
    return markdown_table(head, rows, TIGHT)


def prices_table(result: dict[str, Any]) -> str:
    """What each share that is to be held back costs in right answers: on the questions that the
    thresholds were chosen on, and in halves, where others chose them."""
    rows = []
    for price in result.get("prices", []):
        thresholds = [f"{price['thresholds'][name]:.2f}" for name in CHOSEN]
        shares = [cell(Score(**price["ends well"][group])) for group in WEIGHED]
        rows.append([f"{price['target']:.2f}", *thresholds, *shares, *_in_halves(price)])
    names = [f"`{name}`" for name in CHOSEN]
    head = ["withhold at least", *names, "withheld or correct", "answerable: correct"]
    head += ["withheld or correct, in halves", "correct, in halves"]
    return markdown_table(head, rows, TIGHT)


def by_price_table(result: dict[str, Any]) -> str:
    """The thresholds that are chosen for a price, what they let out, and what a draft is worth.

    In halves others chose the thresholds. The last column is of the thresholds for targets, on the
    drafts that chose them.
    """
    rows = []
    for found in result.get("by price", {}).get("chosen", []):
        thresholds = [f"{found['thresholds'][name]:.2f}" for name in CHOSEN]
        shares = [cell(Score(**found["ends well"][group])) for group in WEIGHED]
        worth = [found["value in halves"], found["value of those for targets"]]
        values = [cell(Score(**value)) for value in worth]
        rows.append([f"{found['price']:g}", *thresholds, *shares, *values])
    names = [f"`{name}`" for name in CHOSEN]
    head = ["a wrong answer costs", *names, "abstained or correct", "answerable: correct"]
    head += ["value of a draft, in halves", "of those for targets"]
    return markdown_table(head, rows, TIGHT)


def risk_table(results: Mapping[str, dict[str, Any]]) -> str:
    """How well each judge's odds sort correct drafts before wrong ones: area, and what is covered
    where 90 and 95 % of the answers are to be correct."""
    rows = []
    for judge, result in results.items():
        for name, found in result.get("risk and coverage", {}).items():
            shares = [cell(Score(**share)) for share in found["covered"].values()]
            rows.append([judge, ODDS[name], cell(Score(**found["area"])), *shares])
    head = ["judge", "odds that", "area under risk and coverage"]
    head += [f"covered at {precision:.0%} correct" for precision in PRECISIONS]
    return markdown_table(head, rows, TIGHT)


def _in_halves(found: dict[str, Any]) -> list[str]:
    return [f"{found['in halves'][group]:.2f}" for group in WEIGHED]
