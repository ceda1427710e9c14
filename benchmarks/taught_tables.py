"""What a critic was to reach, and what it reached, as Markdown tables."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ragkit.report.cells import cell
from ragkit.score import Score
from ragkit.teach.card import interval
from ragkit.text.markdown_table import TIGHT, markdown_table
from ragkit.weights.adapters import FOLDER

NOT_RUN = "Not run yet.\n"


class CriticAim(NamedTuple):
    """What a critic was to reach on a group of pairs."""

    group: str
    measure: str
    """`auc`, or `ranked`: the fraction of pairs that are ranked right."""
    least: float | None
    """None: at least what the untaught model reaches."""


AIMS = (
    CriticAim("number or name swapped", "auc", 0.95),
    CriticAim("wrong answer from the same passages", "auc", 0.90),
    CriticAim("answerable or near miss", "auc", 0.88),
    CriticAim("answerable or near miss", "ranked", 0.92),
    CriticAim("entailment", "auc", None),
)
MEASURED = {"auc": "AUC", "ranked": "pairs ranked correctly"}


def aims_of_critic(result: dict[str, Any]) -> str:
    """A row an aim: untaught, taught, and whether the mean is as high as the aim.

    An aim has a second row for the source that nothing was taught on, where that has such pairs.
    """
    if "groups" not in result:
        return NOT_RUN
    rows = []
    for aim in AIMS:
        for place, found in (("", result["groups"]), (", elsewhere", result["elsewhere"])):
            if aim.group in found.get("taught", {}):
                rows.append(_row(aim, place, found))
    head = ["pairs", "measure", "n", "zero-shot", "taught", "aimed at", "reached?"]
    return markdown_table(head, rows, TIGHT)


def _row(aim: CriticAim, place: str, found: dict[str, Any]) -> list[str]:
    untaught = Score(**found["zero-shot"][aim.group][aim.measure])
    taught = Score(**found["taught"][aim.group][aim.measure])
    least = untaught.mean if aim.least is None else aim.least
    return [
        f"{aim.group}{place}",
        MEASURED[aim.measure],
        str(taught.n),
        interval(untaught),
        interval(taught),
        "no lower" if aim.least is None else f"{least:.2f}",
        "yes" if taught.mean >= least else "no",
    ]


def taught_table(result: dict[str, Any]) -> str:
    """A row a kind of pair: AUC and pairs ranked right, untaught and taught."""
    if not result:
        return NOT_RUN
    rows = []
    for kind, taught in result["taught"].items():
        rows.append(of_kind(kind, result["zero-shot"][kind], taught))
    head = ["kind", "pairs", "AUC zero-shot", "AUC taught", "ranked correctly, zero-shot", "taught"]
    table = markdown_table(head, rows, TIGHT)
    return f"{table}\nPairs that a judge left open: {result['ungraded']}.\n"


def of_kind(kind: str, first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """A kind of pair, the number of pairs, and each measure of two critics side by side."""
    cells = [kind, str(second["auc"]["n"])]
    for measure in MEASURED:
        for critic in (first, second):
            cells.append(interval(Score(**critic[measure])))
    return cells


def shipped(base: str) -> dict[str, Any]:
    """The facts of the lesson whose adapter ships for this model."""
    file = FOLDER / f"{base}.json"
    facts: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return facts


def lessons_table(longer: dict[str, Any]) -> str:
    """A row a kind of pair: the adapter that ships, and that of a longer lesson.

    Both lessons were reported on the same unseen pairs, in their facts (`ragkit/teach/facts.py`).
    """
    if not longer:
        return NOT_RUN
    shorter = shipped(longer["base"])
    rows = []
    for kind, after in longer["after"].items():
        rows.append(of_kind(kind, shorter["after"][kind], after))
    head = ["kind", "pairs", "AUC, ships", "AUC, longer", "ranked correctly, ships", "longer"]
    return markdown_table(head, rows, TIGHT)


def shapes_table(result: dict[str, Any]) -> str:
    """A row a shape: its size, and the mean AUC over the kinds of pairs of dev, check by check; in
    the end the fraction of the pairs of test that are ranked right, where a shape has that.

    Shapes are compared at the same step: a lesson that was cut off has fewer.
    """
    if not result:
        return NOT_RUN
    steps = sorted({int(step) for row in result["shapes"] for step in row["checks"]})
    head = ["rank", "from depth", "MB", *(f"step {step}" for step in steps)]
    on_test = any("ranked" in row for row in result["shapes"])
    if on_test:
        head.append("ranked correctly, test")
    body = []
    for row in result["shapes"]:
        size = "no critic"
        if row["bytes"] is not None:
            size = f"{row['bytes'] / 1e6:.1f}"
        cells = [str(row["rank"]), f"{row['from_depth']:.2f}", size]
        for step in steps:
            reached = row["checks"].get(str(step))
            cells.append("" if reached is None else f"{reached:.3f}")
        if on_test:
            cells.append(cell(Score(**row["ranked"])) if "ranked" in row else "")
        body.append(cells)
    return markdown_table(head, body, TIGHT)
