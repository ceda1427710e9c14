"""The tables of a pairwise comparison: what the judge is worth, what it prefers, and what was
measured without it."""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.judging.win_rates import Comparison, doubts
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.summary import scores
from ragkit.report.tables import Table
from ragkit.score import Score

APART = (
    ("correct by reference", "correct", False),
    ("groundedness", "faithfulness", False),
    ("hallucination rate, 1 - groundedness", "faithfulness", True),
    ("answered with an unsupported claim", "hallucination", False),
    ("correct denials", "withheld", False),
)
"""Rows of the last table: a name, the kit's measure, and whether 1 - its value is shown."""


def comparison_tables(found: Comparison) -> list[Table]:
    """Three tables: the judge's agreement with the reference grades comes before its rates."""
    return [_worth(found), _rates(found), _apart(found)]


def belief(found: Comparison) -> str:
    """Whether the rates can be believed, and why not."""
    reasons = doubts(found)
    if reasons:
        return f"The win rates show nothing. {' '.join(reasons)}"
    return (
        "The judge agrees with the reference grades more often than chance, whichever system is "
        "right, so its win rates can be read."
    )


def _worth(found: Comparison) -> Table:
    tested = [
        ("agreement with the reference", found.agreement, "the right answer is preferred"),
        (f"the same where {found.a} is right", found.agreement_where("a"), ""),
        (f"the same where {found.b} is right", found.agreement_where("b"), ""),
        (
            "balanced agreement",
            found.balanced,
            "both sides count the same; one half for a judge that always prefers one system",
        ),
        ("ties", found.undecided, "neither is preferred, though one is right"),
        ("depends on the order", found.depends, "other answers are chosen in the two orders"),
        (
            "first place",
            found.first_place,
            "the answer shown first is chosen; one half without a preference for a place",
        ),
    ]
    title = f"The judge of {found.a} against {found.b}"
    note = (
        f"{belief(found)} {_judge(found)} Agreement and ties are of the pairs of which exactly one "
        "answer is correct by reference; agreement leaves ties out."
    )
    body = [[name, _cell(value), about] for name, value, about in tested]
    return Table(title, note, ["measure", "score", "what it is"], body)


def _judge(found: Comparison) -> str:
    """Who judged, by which way, and who wrote the answers."""
    asker = found.asker
    way = "a form that it fills in" if asker.structured else "the odds of one token"
    shown = "with" if asker.reference else "without"
    parts = [f"The judge is {asker.judge}, by {way}, {shown} the reference answer in view."]
    if asker.reference:
        parts.append("Its agreement shows that it can read the reference, and not what it knows.")
    if found.same_model:
        parts.append(
            f"It is also the model that wrote the answers of {' and '.join(found.same_model)}: "
            "a model may prefer its own writing."
        )
    for system, writer in found.writers.items():
        if system not in found.same_model:
            by = writer or "no model"
            parts.append(f"The answers of {system} were written by {by}.")
    return " ".join(parts)


def _rates(found: Comparison) -> Table:
    groups = {"all": list(found.judged), **found.groups}
    body = []
    for name, judged in groups.items():
        rates = found.rates(judged)
        body.append([name, *(_cell(rate) for rate in rates.values())])
    title = f"Preferred: {found.a} against {found.b}"
    head = ["questions", found.a, "tie", found.b]
    return Table(title, f"{belief(found)} {_counts(found)}", head, body)


def _counts(found: Comparison) -> str:
    """How many pairs there are, and what became of those that nobody judged."""
    same = len(found.judged) - len(found.asked)
    ungraded = [one for one in found.asked if one.verdict is None]
    whole = len(found.judged) + found.unasked + found.failed
    text = (
        f"{whole} pairs: {same} of answers that read the same, which are ties without a call; "
        f"{len(ungraded)} ungraded; {found.failed} left out because a run failed; "
        f"{found.unasked} not compared yet. "
        f"Wins of {found.a} less wins of {found.b}: {_cell(found.lead)}."
    )
    if ungraded:
        text += f" Ungraded, the first: {ungraded[0].preference.note}"
    return text


def _apart(found: Comparison) -> Table:
    """Measures of the same runs that no pairwise judge had a part in."""
    rows = [one.pair.a for one in found.judged] + [one.pair.b for one in found.judged]
    own = scores(rows)
    body = []
    for name, measure, complement in APART:
        cells = []
        for system in (found.a, found.b):
            value = own.get(system, {}).get(measure)
            if value is not None and complement:
                value = _complement(value)
            cells.append("no such questions" if value is None else _cell(value))
        body.append([name, *cells])
    title = f"Measured apart from the judge: {found.a} and {found.b}"
    return Table(title, _auditing(rows), ["measure", found.a, found.b], body)


def _auditing(rows: Sequence[Row]) -> str:
    """Where groundedness comes from, and that it is missing where no auditor was asked."""
    without = sum(not row.audited for row in rows)
    if without:
        return (
            f"No auditor graded {without} of these {len(rows)} runs (`audit: false`), so what they "
            "owe to their evidence is not known. Correct denials need no auditor."
        )
    return (
        "Groundedness is the mean support of an answer's claims, by the auditor, and of answers "
        "only: denials are counted apart."
    )


def _complement(value: Score) -> Score:
    return Score(1 - value.mean, 1 - value.high, 1 - value.low, value.n, value.ungraded)


def _cell(value: Score) -> str:
    """A score, or that there is none."""
    if value.n:
        return str(value)
    ungraded = f" ({value.ungraded} ungraded)" if value.ungraded else ""
    return f"not known{ungraded}"
