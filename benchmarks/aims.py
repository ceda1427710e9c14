"""What the second edition of the graph was to reach, beside what it reached, as a Markdown table.

The aims were set before the graph was built. They are about the part of the questions called test,
with the embedded 1.5B model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.measures.rows import Row
from ragkit.report.cells import cell
from ragkit.score import Score, score
from ragkit.text.markdown_table import markdown_table

MOST_TOKENS = 2.0
"""The aim for the tokens that the whole graph evaluates, as a multiple of naive RAG's."""


class Aim(NamedTuple):
    """A share that a system was to reach on some questions."""

    what: str
    system: str
    asked: Callable[[Row], bool]
    """Which rows count."""
    reached: Callable[[Row], float | None]
    least: float


def _answerable(row: Row) -> bool:
    return group(row.kind) == "answerable"


def _right(row: Row) -> float | None:
    return row.right


def _of_kind(kind: str, least: float) -> Aim:
    return Aim(f"correct, {kind}", "adaptive", lambda row: row.kind == kind, _right, least)


AIMS = (
    Aim("correct of the answerable", "hybrid", _answerable, _right, 0.62),
    Aim("correct of the answerable", "adaptive", _answerable, _right, 0.65),
    _of_kind("multi-hop", 0.55),
    _of_kind("conflicting", 0.55),
    _of_kind("table", 0.85),
    Aim(
        "near miss and false premise withheld",
        "adaptive",
        lambda row: group(row.kind) == "hold back",
        lambda row: row.held,
        0.70,
    ),
    Aim(
        "out-of-domain abstained from",
        "adaptive",
        lambda row: group(row.kind) == "out-of-domain",
        lambda row: row.refused,
        0.95,
    ),
)


def aims_table(rows: Sequence[Row]) -> str:
    """A row an aim: what was reached, and whether the mean is as high as the aim."""
    body = []
    for aim in AIMS:
        found = _found(aim, rows)
        verdict = "yes" if found.mean >= aim.least else "no"
        body.append([aim.what, aim.system, cell(found), f"{aim.least:.2f}", verdict])
    ratio = tokens_over_naive(rows)
    verdict = "yes" if ratio <= MOST_TOKENS else "no"
    what = "tokens evaluated, over naive"
    body.append([what, "adaptive", f"{ratio:.2f}", f"at most {MOST_TOKENS:.2f}", verdict])
    return markdown_table(["aim", "system", "reached", "aimed at", "reached?"], body)


def _found(aim: Aim, rows: Sequence[Row]) -> Score:
    values: list[float | None] = []
    for row in rows:
        if row.system == aim.system and aim.asked(row):
            values.append(None if row.failed else aim.reached(row))
    return score(values)


def tokens_over_naive(rows: Sequence[Row]) -> float:
    """The mean of the tokens that the whole graph evaluates, over that of naive RAG."""
    means = []
    for system in ("adaptive", "naive"):
        spent = score([row.evaluated for row in rows if row.system == system and not row.failed])
        means.append(spent.mean)
    whole, naive = means
    return whole / naive
