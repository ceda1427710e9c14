"""What a run claimed, claim by claim: how far the evidence carries each, and which sentence of it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from IPython.display import HTML

from ragkit.claims import sentences
from ragkit.judges.lexical import overlap
from ragkit.state import Claim, Passage
from ragkit.trace import Trace
from ragkit.widgets.steps import STYLE, table

WORDS = {1.0: "stated, 1", 0.5: "partly, 0.5", 0.0: "not stated, 0"}
UNGRADED = "ungraded: the judge could not judge"
HEAD = ["claim", "support", "judge's odds", "missing from the evidence", "passage", "its nearest sentence"]
NOTHING = "No claims: no draft was verified in this run."


def claims_table(trace: Trace) -> HTML:
    """Every draft that was verified, with its claims: the rejected ones first, what went out last.

    The sentence is the one that shares most words with the claim, shown to compare the two: it proves nothing.
    """
    tables = [table(caption, HEAD, [_row(claim, evidence) for claim in claims])
              for caption, claims, evidence in _drafts(trace)]  # fmt: skip
    return HTML(STYLE + ("".join(tables) or f"<p class='rk-note'>{NOTHING}</p>"))


def _drafts(trace: Trace) -> Iterator[tuple[str, Sequence[Claim], Sequence[Passage]]]:
    """Each verified draft with h and its fate, its claims, and the evidence that it had then."""
    draft, evidence, shown = "", tuple(trace.passages), False
    for step in trace.steps:
        draft, evidence = step.wrote.get("draft", draft), step.wrote.get("passages", evidence)
        if step.node == "verify" and step.wrote.get("claims"):
            fate = "went out" if trace.answer == draft else "did not go out"
            yield f"{draft} (h = {step.wrote['risk']:.2f}, {fate})", step.wrote["claims"], evidence
            shown = True
    if trace.claims and not shown:  # a run that was resumed after its last draft
        yield trace.answer, trace.claims, trace.passages


def _row(claim: Claim, evidence: Sequence[Passage]) -> list[tuple[str, str]]:
    support = UNGRADED if claim.support is None else WORDS.get(claim.support, f"{claim.support:.2f}")
    odds = "" if claim.odds is None else f"{claim.odds:.2f}"
    number, passage = next(((i, p) for i, p in enumerate(evidence, 1) if p.id == claim.evidence), (0, None))
    place = f"[{number}] {passage.place}" if passage else "none"
    nearest = max(sentences(passage.text), key=lambda s: overlap(claim.text, s), default="") if passage else ""
    texts = [(claim.text, ""), (support, ""), (odds, "rk-number"), (", ".join(claim.missing), "")]
    return [*texts, (place, ""), (nearest, "")]
