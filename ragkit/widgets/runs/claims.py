"""The claims of a run: how far the evidence supports each of them, and with which sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from IPython.display import HTML

from ragkit.state import Claim, Passage
from ragkit.text.overlap import overlap
from ragkit.text.sentences import sentences
from ragkit.trace import Trace
from ragkit.widgets.runs.readable import plain, readable, said
from ragkit.widgets.runs.steps import STYLE, table

WORDS = {1.0: "stated, 1", 0.5: "partly, 0.5", 0.0: "not stated, 0"}
UNGRADED = "ungraded: the judge gave no odds"
HEAD = [
    "claim",
    "support",
    "judge's odds",
    "missing from the evidence",
    "passage",
    "its nearest sentence",
]
MARKED = """<style>
.rk-claim { line-height: 1.5; font-family: sans-serif; font-size: .9em; \
max-width: 60rem; padding: .1rem .6rem }
.rk-claim summary { cursor: pointer } .rk-claim p { white-space: pre-wrap; overflow-wrap: anywhere }
.rk-claim mark { background: transparent; color: inherit; \
text-decoration: underline .2rem #1a7f8e; font-weight: bold }
</style>"""
NOTHING = "No claims: no draft was verified in this run."


def claims_table(trace: Trace, others: Mapping[str, Sequence[float | None]] | None = None) -> HTML:
    """Every draft that was verified, with its claims: rejected drafts first, the answer last.

    Beside each claim is the sentence that shares most words with it. It is there to be compared
    with the claim and proves nothing; below, it is marked in its passage, which unfolds.

    `others` are the odds that other judges gave to the claims of the last draft, by judge, in the
    order of the claims. Raises `ValueError` when their number is not that of the claims.
    """
    drafts = list(_drafts(trace))
    parts = []
    for number, (caption, claims, evidence) in enumerate(drafts, start=1):
        is_last = number == len(drafts)
        odds = others if others and is_last else {}
        rows = _rows(claims, evidence, odds)
        parts.append(table(said(caption), [*HEAD, *odds], rows))
        parts += _passages(claims, evidence)
    if not parts:
        parts.append(f"<p class='rk-note'>{NOTHING}</p>")
    return HTML(STYLE + MARKED + "".join(parts))


def _rows(
    claims: Sequence[Claim],
    evidence: Sequence[Passage],
    others: Mapping[str, Sequence[float | None]],
) -> list[list[tuple[str, str]]]:
    """A row for each claim, with a column for each other judge."""
    for judge, odds in others.items():
        if len(odds) != len(claims):
            raise ValueError(
                f"{judge} gave {len(odds)} odds for the {len(claims)} claims of the last draft"
            )
    rows = []
    for number, claim in enumerate(claims):
        row = _row(claim, evidence)
        for odds in others.values():
            row.append((_odds(odds[number]), "rk-number"))
        rows.append(row)
    return rows


def _passages(claims: Sequence[Claim], evidence: Sequence[Passage]) -> Iterator[str]:
    """Each claim's passage, folded, with the sentence marked that is nearest to the claim."""
    for claim in claims:
        number, passage = _carrier(claim, evidence)
        if passage is None:
            continue
        start, end = _span(_nearest(claim, passage), passage.text)
        before = passage.text[:start]
        sentence = passage.text[start:end]
        after = passage.text[end:]
        head = f"{claim.text} [{number}] {passage.place}"
        yield (
            "<details class='rk-claim'>"
            f"<summary>{readable(head)}</summary>"
            f"<p>{readable(before)}"
            f"<mark>{readable(sentence)}</mark>"
            f"{readable(after)}</p></details>"
        )


def _span(sentence: str, text: str) -> tuple[int, int]:
    """Start and end of a sentence in a text, where line breaks may be between its words."""
    words = map(re.escape, sentence.split())
    pattern = r"\s+".join(words)
    match = re.search(pattern, text)
    if match:
        return match.span()
    return (0, 0)


def _drafts(trace: Trace) -> Iterator[tuple[str, Sequence[Claim], Sequence[Passage]]]:
    """Each verified draft with h and its fate, its claims, and the evidence of that time."""
    draft = ""
    evidence: Sequence[Passage] = trace.passages
    shown = False
    checks = [number for number, step in enumerate(trace.steps) if step.node == "verify"]
    for number, step in enumerate(trace.steps):
        draft = step.wrote.get("draft", draft)
        evidence = step.wrote.get("passages", evidence)
        claims = step.wrote.get("claims")
        if step.node == "verify" and claims:
            is_answer = trace.answer == draft and number == checks[-1]
            fate = "given as the answer" if is_answer else "rejected"
            risk = step.wrote["risk"]
            yield f"{draft} (h = {risk:.2f}, {fate})", claims, evidence
            shown = True
    # A run that was resumed after its last draft has no such step, but it has claims.
    if trace.claims and not shown:
        yield trace.answer, trace.claims, trace.passages


def _row(claim: Claim, evidence: Sequence[Passage]) -> list[tuple[str, str]]:
    number, passage = _carrier(claim, evidence)
    place = "none"
    sentence = ""
    if passage:
        place = f"[{number}] {passage.place}"
        sentence = plain(_nearest(claim, passage))
    return [
        (plain(claim.text), "rk-why"),
        (_support(claim.support), ""),
        (_odds(claim.odds), "rk-number"),
        (", ".join(claim.missing), ""),
        (place, ""),
        (sentence, "rk-why"),
    ]


def _support(support: float | None) -> str:
    """A grade in words where it has some, and as a number otherwise."""
    if support is None:
        return UNGRADED
    return WORDS.get(support, f"{support:.2f}")


def _odds(odds: float | None) -> str:
    if odds is None:
        return "ungraded"
    return f"{odds:.2f}"


def _carrier(claim: Claim, evidence: Sequence[Passage]) -> tuple[int, Passage | None]:
    """The passage that a claim names as its evidence, and its number; 0 if there is none."""
    for number, passage in enumerate(evidence, start=1):
        if passage.id == claim.evidence:
            return number, passage
    return 0, None


def _nearest(claim: Claim, passage: Passage) -> str:
    """The sentence of a passage that shares most words with a claim."""

    def shared(sentence: str) -> float:
        return overlap(claim.text, sentence)

    return max(sentences(passage.text), key=shared, default="")
