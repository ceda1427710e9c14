"""Markdown tables of what the critics are worth: the ablation's runs, on the part of the
questions that no threshold was chosen on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ragkit.evaluate.judging.drafts import group
from ragkit.evaluate.measures.rows import Row
from ragkit.report.cells import cell
from ragkit.report.report import read_results
from ragkit.score import score
from ragkit.text.markdown_table import markdown_table

ABLATION = Path(__file__).parent / "results" / "ablation"
SYSTEMS = ("naive", "naive, may refuse", "no critic", "adaptive", "tiered")
BESIDE = ("naive", "tiered")
"""The systems of whose runs the table of endings only counts those that ended well."""
BOTH_JUDGES = ("zero-shot judge", "adaptive")
"""The whole graph with the zero-shot judge, and with the taught one, which is the default."""
ENDS = ("well", "refused", "wrong", "failed")
MEASURES: tuple[tuple[str, str, str, Callable[[Row], float | None]], ...] = (
    ("out-of-domain", "out-of-domain", "abstained", lambda row: row.refused),
    ("hold back", "near-miss, false-premise", "abstained or corrected", lambda row: row.held),
    ("answerable", "answerable", "correct by reference", lambda row: row.right),
    (
        "answerable",
        "answerable",
        "answered, and not correct by reference",
        lambda row: 0.0 if row.refused else 1 - (row.right or 0.0),
    ),
)
"""Group of questions, its name in the table, what is counted there, and how."""


def held_out() -> list[Row]:
    """The rows of the committed ablation, which asks the part called test; none before it has
    run."""
    if not ABLATION.is_dir():
        return []
    return read_results(ABLATION)[1]


def shares_table(rows: Sequence[Row], systems: Sequence[str] = SYSTEMS) -> str:
    """A row a group of questions and measure, the systems side by side; failed runs are
    ungraded."""
    body = []
    for of, name, said, held in MEASURES:
        asked = [row for row in rows if group(row.kind) == of]
        shares = [_share([r for r in asked if r.system == system], held) for system in systems]
        body.append([name, said, *shares])
    return markdown_table(["questions", "share", *systems], body)


def _share(rows: Sequence[Row], held: Callable[[Row], float | None]) -> str:
    graded = [None if row.failed else held(row) for row in rows]
    return cell(score(graded)) if rows else "not measured"


def endings_table(rows: Sequence[Row]) -> str:
    """How the whole graph's runs ended, by kind of question, and how many of others ended well."""
    own = [row for row in rows if row.system == "adaptive"]
    kinds = sorted({row.kind for row in own})
    body = []
    for kind in kinds:
        ends = [end(row) for row in own if row.kind == kind]
        counts = [len(ends), *map(ends.count, ENDS)]
        for system in BESIDE:
            theirs = [end(row) for row in rows if row.system == system and row.kind == kind]
            counts.append(theirs.count("well"))
        body.append([kind, *map(str, counts)])
    head = ["adaptive", "n", "ended well", "abstained", "wrong", "failed"]
    head += [f"{system}: ended well" for system in BESIDE]
    return markdown_table(head, body)


def costs_table(rows: Sequence[Row]) -> str:
    """A row a system: the tokens evaluated of its runs that answered, and of those that refused.

    The last column is the ratio of the two means.
    """
    body = []
    for system in SYSTEMS:
        own = [row for row in rows if row.system == system and not row.failed]
        answered = score([row.evaluated for row in own if not row.refused])
        refused = score([row.evaluated for row in own if row.refused])
        if not answered.n or not refused.n:
            continue
        ratio = refused.mean / answered.mean
        cells = [cell(some, "tokens evaluated") for some in (answered, refused)]
        body.append([system, *cells, f"{ratio:.2f}"])
    return markdown_table(["tokens evaluated", "answered", "abstained", "ratio"], body)


def end(row: Row) -> str:
    """How a run ended: `well` is wholly right, or held back where that is right; else one of the
    other `ENDS`. An answer that is right in part is wrong here."""
    if row.failed:
        return "failed"
    held = row.refused if group(row.kind) == "out-of-domain" else row.held
    ended_well = row.right == 1 if group(row.kind) == "answerable" else held
    if ended_well:
        return "well"
    return "refused" if row.refused else "wrong"
