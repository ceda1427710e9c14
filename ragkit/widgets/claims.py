"""What a run claimed, claim by claim: how far the evidence carries each, and which sentence of it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from IPython.display import HTML

from ragkit.claims import sentences
from ragkit.judges.lexical import overlap
from ragkit.state import Claim, Passage
from ragkit.trace import Trace
from ragkit.widgets.steps import STYLE, table

WORDS = {1.0: "stated, 1", 0.5: "partly, 0.5", 0.0: "not stated, 0"}
UNGRADED = "ungraded: the judge could not judge"
HEAD = ["claim", "support", "judge's odds", "missing from the evidence", "passage", "its nearest sentence"]
MARKED = """<style>
.rk-claim { line-height: 1.5; font-family: sans-serif; font-size: .9em; max-width: 60rem; padding: .1rem .6rem }
.rk-claim summary { cursor: pointer } .rk-claim p { white-space: pre-wrap; overflow-wrap: anywhere }
.rk-claim mark { background: transparent; color: inherit; text-decoration: underline .2rem #1a7f8e; font-weight: bold }
</style>"""
NOTHING = "No claims: no draft was verified in this run."


def claims_table(trace: Trace, others: Mapping[str, Sequence[float | None]] | None = None) -> HTML:
    """Every draft that was verified, with its claims: the rejected ones first, what went out last.

    The sentence is the one that shares most words with the claim, shown to compare the two: it proves nothing. It is
    marked in its passage, which unfolds below. `others` are the odds that other judges gave to the claims of the last
    draft, by judge, in the order of the claims. Raises `ValueError` when there are more or fewer odds than claims.
    """
    drafts = list(_drafts(trace))
    beside: list[Mapping[str, Sequence[float | None]]] = [{}] * (len(drafts) - 1) + [others or {}]
    parts = [
        table(caption, [*HEAD, *odds], _rows(claims, evidence, odds)) + "".join(_passages(claims, evidence))
        for (caption, claims, evidence), odds in zip(drafts, beside, strict=False)
    ]
    return HTML(STYLE + MARKED + ("".join(parts) or f"<p class='rk-note'>{NOTHING}</p>"))


def _rows(
    claims: Sequence[Claim], evidence: Sequence[Passage], others: Mapping[str, Sequence[float | None]]
) -> list[list[tuple[str, str]]]:
    for judge, odds in others.items():
        if len(odds) != len(claims):
            raise ValueError(f"{judge} gave {len(odds)} odds for the {len(claims)} claims of the last draft")
    beside = [[(_odds(odds[n]), "rk-number") for odds in others.values()] for n in range(len(claims))]
    return [[*_row(claim, evidence), *more] for claim, more in zip(claims, beside, strict=True)]


def _passages(claims: Sequence[Claim], evidence: Sequence[Passage]) -> Iterator[str]:
    """Each claim's passage, folded, with the sentence marked that is nearest to the claim."""
    for claim in claims:
        number, passage = _carrier(claim, evidence)
        if passage:
            found = re.search(r"\s+".join(map(re.escape, _nearest(claim, passage).split())), passage.text)
            start, end = found.span() if found else (0, 0)
            before, sentence, after = passage.text[:start], passage.text[start:end], passage.text[end:]
            yield (
                f"<details class='rk-claim'><summary>{escape(claim.text)} [{number}] {escape(passage.place)}</summary>"
                f"<p>{escape(before)}<mark>{escape(sentence)}</mark>{escape(after)}</p></details>"
            )


def _drafts(trace: Trace) -> Iterator[tuple[str, Sequence[Claim], Sequence[Passage]]]:
    """Each verified draft with h and its fate, its claims, and the evidence that it had then."""
    draft, evidence, shown = "", tuple(trace.passages), False
    last = max((n for n, step in enumerate(trace.steps) if step.node == "verify"), default=0)
    for n, step in enumerate(trace.steps):
        draft, evidence = step.wrote.get("draft", draft), step.wrote.get("passages", evidence)
        if step.node == "verify" and step.wrote.get("claims"):
            fate = "went out" if trace.answer == draft and n == last else "did not go out"
            yield f"{draft} (h = {step.wrote['risk']:.2f}, {fate})", step.wrote["claims"], evidence
            shown = True
    if trace.claims and not shown:  # a run that was resumed after its last draft
        yield trace.answer, trace.claims, trace.passages


def _row(claim: Claim, evidence: Sequence[Passage]) -> list[tuple[str, str]]:
    support = UNGRADED if claim.support is None else WORDS.get(claim.support, f"{claim.support:.2f}")
    number, passage = _carrier(claim, evidence)
    place = f"[{number}] {passage.place}" if passage else "none"
    texts = [(claim.text, "rk-why"), (support, ""), (_odds(claim.odds), "rk-number"), (", ".join(claim.missing), "")]
    return [*texts, (place, ""), (_nearest(claim, passage) if passage else "", "rk-why")]


def _odds(odds: float | None) -> str:
    return "ungraded" if odds is None else f"{odds:.2f}"


def _carrier(claim: Claim, evidence: Sequence[Passage]) -> tuple[int, Passage | None]:
    return next(((i, p) for i, p in enumerate(evidence, 1) if p.id == claim.evidence), (0, None))


def _nearest(claim: Claim, passage: Passage) -> str:
    return max(sentences(passage.text), key=lambda sentence: overlap(claim.text, sentence), default="")
