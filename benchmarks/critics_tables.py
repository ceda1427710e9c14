"""Markdown tables of what the critics are worth: the ablation's runs on the half of the questions that no threshold
was chosen on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from experiment_tables import cell, table_of
from thresholds import group, half

from ragkit.evaluate.report import read_results
from ragkit.evaluate.results import Row
from ragkit.evaluate.score import score

ABLATION = Path(__file__).parent / "results" / "ablation"
SYSTEMS = ("naive", "naive, may refuse", "no web", "adaptive")
ENDS = ("well", "refused", "wrong", "failed")
MEASURES: tuple[tuple[str, str, str, Callable[[Row], bool | None]], ...] = (
    ("out-of-domain", "out-of-domain", "refused", lambda row: row.refused),
    ("hold back", "near-miss, false-premise", "refused or corrected", lambda row: row.held),
    ("answerable", "answerable", "right by reference", lambda row: row.right),
    ("answerable", "answerable", "answered, and not right by reference", lambda row: not row.refused and not row.right),
)
"""Group of questions, its name in the table, what is counted there, and how."""


def held_out() -> list[Row]:
    """The rows of the committed ablation on the half called test; none before it has run."""
    return [row for row in read_results(ABLATION)[1] if half(row.question) == "test"] if ABLATION.is_dir() else []


def shares_table(rows: Sequence[Row]) -> str:
    """A row a group of questions and measure, the systems side by side; failed runs are ungraded."""
    body = [
        [name, said, *(_share([r for r in rows if r.system == system and group(r.kind) == of], held)
                       for system in SYSTEMS)]
        for of, name, said, held in MEASURES
    ]  # fmt: skip
    return table_of(["questions", "share", *SYSTEMS], body)


def _share(rows: Sequence[Row], held: Callable[[Row], bool | None]) -> str:
    return cell(score([None if row.failed else held(row) for row in rows])) if rows else "not measured"


def endings_table(rows: Sequence[Row]) -> str:
    """How the whole graph's runs ended, by kind of question, then by whether a critic sent them back to search."""
    own = [row for row in rows if row.system == "adaptive"]
    kinds = sorted({row.kind for row in own})
    parts = {kind: [row for row in own if row.kind == kind] for kind in kinds}
    parts |= {name: [row for row in own if row.retried is sent] for name, sent in (("one pass", False), ("more", True))}
    naive = {kind: [end(row) for row in rows if row.system == "naive" and row.kind == kind] for kind in kinds}
    body = []
    for name, some in parts.items():
        ends = [end(row) for row in some]
        theirs = naive[name].count("well") if name in naive else ""
        body.append([name, *(f"{n}" for n in (len(ends), *map(ends.count, ENDS))), f"{theirs}"])
    return table_of(["adaptive", "n", "ended well", "refused", "wrong", "failed", "naive: ended well"], body)


def end(row: Row) -> str:
    """How a run ended: `well` is right, or held back where that is right; else one of the other `ENDS`."""
    held = row.refused if group(row.kind) == "out-of-domain" else row.held
    well = row.right if group(row.kind) == "answerable" else held
    return "failed" if row.failed else "well" if well else "refused" if row.refused else "wrong"
