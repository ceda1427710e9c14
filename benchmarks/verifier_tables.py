"""Markdown tables of what the verifier is worth: on others' labelled data, and on phrases of the
kit's corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.phrases import FORMS
from ragkit.score import Score
from ragkit.text.markdown_table import TIGHT, markdown_table

RANKED = 0.93
"""How often a correct answer should rank above its hallucinated one."""
PAIRS = {
    "halueval": "first pairs",
    "halueval_next": "next pairs",
    "halueval_fresh": "last pairs",
}


def verifier_table(found: dict[str, Any]) -> str:
    """A Markdown table of what the verifier does on labelled data."""
    rows = []
    for part, name in PAIRS.items():
        rows += _measured_pairs(name, found[part]) if part in found else []
    if edits := found.get("summedits"):
        verifier, odds, shared = (_at(edits[way]) for way in ("verifier", "odds", "words"))
        rows.append(["SummEdits", "balanced accuracy", verifier, "", odds, shared])
    ways = ["verifier", "phrases as they are", "odds alone", "length or shared words"]
    return markdown_table(["data", "measure", *ways], rows, TIGHT)


def _measured_pairs(name: str, pairs: dict[str, Any]) -> Iterator[list[str]]:
    """Rows of what was measured on pairs of a right answer and a hallucinated one."""
    ways = [pairs[way] for way in ("verifier", "plain", "odds", "short")]
    ranked = [_score(way["ranked"]) for way in ways]
    yield [name, f"correct above hallucinated (target {RANKED})", *ranked]
    yield [name, "correct above another name", *(_score(way["above_other_name"]) for way in ways)]
    yield [name, "balanced accuracy", *(_at(way["at_threshold"]) for way in ways)]
    for what in ("right", "hallucinated", "other name"):
        out = [_score(way["let_out"][what]) for way in ways[:3]]
        answers = "correct" if what == "right" else what
        yield [name, f"reaches `fit_from`: {answers}", *out, ""]
    strange = (
        f"{pairs['strange']['hallucinated']} hallucinated, {pairs['strange']['right']} correct"
    )
    yield [name, "with a number or name that the evidence lacks", strange, "", "", ""]


def phrases_table(found: dict[str, Any]) -> str:
    """A Markdown table of what becomes of a phrase that is shown as a sentence, and of what it is
    measured against."""
    rows = []
    for answer in ("phrase", "other name", "whole answer") if found else ():
        reached = [_score(found[form][answer]) for form in FORMS]
        rows.append([answer, "reaches `fit_from`", *reached])
    if found:
        ranked = [_score(found[form]["ranked"]) for form in FORMS]
        rows.append(["phrase", "above the other name", *ranked])
    return markdown_table(["answer", "measure", *FORMS], rows, TIGHT)


def _score(found: dict[str, Any]) -> str:
    return str(Score(**found))


def _at(found: dict[str, float]) -> str:
    return f"{found['tested']:.2f} (n={found['n']}, AUC {found['auc']:.2f})"
