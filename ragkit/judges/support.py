"""Grade claims: which of them does the evidence state, and how much of a draft is that.

There are two rules beside the judge. A claim that the evidence states word for word is supported
(`text/verbatim.py`). A claim whose numbers and names are not all in one passage, or in two that may
be joined (`joins.py`), has support 0: this cheap check finds what small models invent or combine.
The names that the question gives count too, because most wrong answers are true of something else.
A claim that could not be judged is ungraded, and ungraded does not count as support.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragkit.judges.claim_judge import ClaimJudge
from ragkit.state import Claim, Passage
from ragkit.text.anchors import missing
from ragkit.text.joins import all_text, bases
from ragkit.text.overlap import carrier
from ragkit.text.verbatim import states


def graded_claims(
    texts: Sequence[str],
    question: str,
    passages: Sequence[Passage],
    judge: ClaimJudge,
    hopped: Collection[str] = (),
) -> tuple[list[Claim], str]:
    """Claims with their support, and a note when one could not be judged.

    `hopped` are the ids of passages that a second hop found.
    """
    all_odds, note = judge.supports(question, passages, texts)
    claims = []
    for text, odds in zip(texts, all_odds, strict=True):
        claim = graded(text, odds, passages, judge, hopped, question)
        claims.append(claim)
    return claims, note


def graded(
    text: str,
    odds: float | None,
    passages: Sequence[Passage],
    judge: ClaimJudge,
    hopped: Collection[str] = (),
    question: str = "",
) -> Claim:
    """A claim with its support, and the passage that supports it (adaptive, eq. 14).

    Support is 1, 0.5 or 0, or None when the claim could not be judged.
    """
    copied = source_of(text, passages, question)
    if copied is not None:
        return Claim(text, support=1.0, evidence=copied.id, odds=odds)

    possible = bases(passages, hopped)
    lacking = [tuple(missing(text, all_text(base))) for base in possible]
    # Without passages, a claim lacks all that it contains.
    without_evidence = tuple(missing(text, ""))
    fewest = min(lacking, key=len, default=without_evidence)

    support = judge.support(odds)
    # Numbers or names that every passage lacks overrule the judge.
    if fewest and odds is not None:
        support = 0.0
    evidence = None
    if support:
        complete = [base for base, lacks in zip(possible, lacking, strict=True) if not lacks]
        evidence = carrier(text, _in_fewest(complete))
    return Claim(
        text,
        support=support,
        evidence=evidence.id if evidence else None,
        odds=odds,
        missing=fewest,
    )


def source_of(claim: str, passages: Sequence[Passage], question: str = "") -> Passage | None:
    """The first passage that states the claim word for word, or None (`verbatim.states`).

    >>> owls = Passage("owl", "Owls sleep by day. **Owls** hunt mice at night.")
    >>> source_of("Owls hunt mice at night", [owls]).id
    'owl'
    >>> source_of("Owls hunt mice", [owls]) is None
    True
    """
    for passage in passages:
        if states(passage.text, claim, question):
            return passage
    return None


def _in_fewest(bases: Sequence[tuple[Passage, ...]]) -> list[Passage]:
    """The passages of the smallest bases."""
    fewest = min(map(len, bases), default=0)
    found: list[Passage] = []
    for base in bases:
        if len(base) == fewest:
            found += base
    return found


def risk(claims: Sequence[Claim]) -> float:
    """h: 1 - mean support of the claims, in [0, 1] (adaptive, eq. 15).

    An ungraded claim counts as support 0. Without claims the risk is 0.

    >>> risk([Claim("a", 1.0), Claim("b", 0.5), Claim("c", None)])
    0.5
    """
    if not claims:
        return 0.0
    supports = [claim.support or 0.0 for claim in claims]
    mean = sum(supports) / len(supports)
    return 1 - mean
