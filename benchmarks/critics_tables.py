"""Markdown tables of what the critics are worth: the ablation's runs on the half of the questions
that no threshold was chosen on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.choice import group
from ragkit.evaluate.measures.rows import Row
from ragkit.report.markdown import markdown_table
from ragkit.report.prose_tables import cell
from ragkit.report.report import read_results
from ragkit.score import score

ABLATION = Path(__file__).parent / "results" / "ablation"
SYSTEMS = ("naive", "naive, may refuse", "no web", "adaptive")
ENDS = ("well", "refused", "wrong", "failed")
MEASURES: tuple[tuple[str, str, str, Callable[[Row], float | None]], ...] = (
    ("out-of-domain", "out-of-domain", "refused", lambda row: row.refused),
    ("hold back", "near-miss, false-premise", "refused or corrected", lambda row: row.held),
    ("answerable", "answerable", "right by reference", lambda row: row.right),
    (
        "answerable",
        "answerable",
        "answered, and not right by reference",
        lambda row: 0.0 if row.refused else 1 - (row.right or 0.0),
    ),
)
"""Group of questions, its name in the table, what is counted there, and how."""


def held_out() -> list[Row]:
    """The rows of the committed ablation on the part called test; none before it has run."""
    if not ABLATION.is_dir():
        return []
    test = of_part(load_questions(ABLATION / "questions.jsonl", locked=True), "test")
    ids = {question.id for question in test}
    return [row for row in read_results(ABLATION)[1] if row.question in ids]


def shares_table(rows: Sequence[Row]) -> str:
    """A row a group of questions and measure, the systems side by side; failed runs are
    ungraded."""
    body = []
    for of, name, said, held in MEASURES:
        asked = [row for row in rows if group(row.kind) == of]
        shares = [_share([r for r in asked if r.system == system], held) for system in SYSTEMS]
        body.append([name, said, *shares])
    return markdown_table(["questions", "share", *SYSTEMS], body)


def _share(rows: Sequence[Row], held: Callable[[Row], float | None]) -> str:
    graded = [None if row.failed else held(row) for row in rows]
    return cell(score(graded)) if rows else "not measured"


def endings_table(rows: Sequence[Row]) -> str:
    """How the whole graph's runs ended, by kind of question, then by whether a critic sent them
    back to search."""
    own = [row for row in rows if row.system == "adaptive"]
    kinds = sorted({row.kind for row in own})
    parts = {kind: [row for row in own if row.kind == kind] for kind in kinds}
    parts["one pass"] = [row for row in own if not row.retried]
    parts["more"] = [row for row in own if row.retried]
    body = []
    for name, some in parts.items():
        ends = [end(row) for row in some]
        theirs = [end(row) for row in rows if row.system == "naive" and row.kind == name]
        counts = [len(ends), *map(ends.count, ENDS)]
        last = f"{theirs.count('well')}" if name in kinds else ""
        body.append([name, *map(str, counts), last])
    head = ["adaptive", "n", "ended well", "refused", "wrong", "failed", "naive: ended well"]
    return markdown_table(head, body)


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
