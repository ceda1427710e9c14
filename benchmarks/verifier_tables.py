"""Markdown tables of what the verifier is worth: on others' labelled data, and on phrases of the kit's corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phrases import FORMS

from ragkit.evaluate.score import Score

RANKED = 0.93
"""How often a right answer should stand above its hallucinated one."""
PAIRS = {"halueval": "first pairs", "halueval_next": "next pairs", "halueval_fresh": "pairs nobody had looked at"}


def verifier_table(found: dict[str, Any]) -> str:
    """A Markdown table of what the verifier does on labelled data."""
    rows = [
        "| data | measure | verifier | phrases as they are | odds alone | length or shared words |",
        f"|{'---|' * 6}",
    ]
    for part in PAIRS:
        rows += _measured_pairs(PAIRS[part], found[part]) if part in found else []
    if edits := found.get("summedits"):
        rows.append(
            _row("SummEdits", "balanced accuracy", _at(edits["verifier"]), "", _at(edits["odds"]), _at(edits["words"]))
        )
    return "\n".join(rows) + "\n"


def _measured_pairs(name: str, pairs: dict[str, Any]) -> Iterator[str]:
    """Rows of what was measured on pairs of a right answer and a hallucinated one."""
    ways = [pairs[way] for way in ("verifier", "plain", "odds", "short")]
    yield _row(name, f"right above hallucinated (target {RANKED})", *(Score(**way["ranked"]) for way in ways))
    yield _row(name, "right above another name", *(Score(**way["above_other_name"]) for way in ways))
    yield _row(name, "balanced accuracy", *(_at(way["at_threshold"]) for way in ways))
    for what in ("right", "hallucinated", "other name"):
        yield _row(name, f"reaches `fit_from`: {what}", *(Score(**way["let_out"][what]) for way in ways[:3]), "")
    strange = f"{pairs['strange']['hallucinated']} hallucinated, {pairs['strange']['right']} right"
    yield _row(name, "with a number or name that the evidence has not", strange, "", "", "")


def phrases_table(found: dict[str, Any]) -> str:
    """A Markdown table of what becomes of a phrase that is shown as a sentence, and of what it is measured against."""
    rows = ["| answer | measure | as it is | as a sentence |", "|---|---|---|---|"]
    for answer in ("phrase", "other name", "whole answer") if found else ():
        rows.append(_row(answer, "reaches `fit_from`", *(Score(**found[form][answer]) for form in FORMS)))
    if found:
        rows.append(_row("phrase", "above the other name", *(Score(**found[form]["ranked"]) for form in FORMS)))
    return "\n".join(rows) + "\n"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _at(found: dict[str, float]) -> str:
    return f"{found['tested']:.2f} (n={found['n']}, AUC {found['auc']:.2f})"
