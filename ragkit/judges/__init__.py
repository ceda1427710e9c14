"""Judges: how likely is yes? One protocol, several ways to find out, and None where nobody could tell.

- judge: the protocol
- odds: the probability of one constrained token (papers/003); the default
- structured: a filled-in form, for endpoints without log-probabilities (papers/000, section 4.5)
- claim_judge: whether the evidence states a claim, and from which odds that counts
- fit_judge: whether a draft answers its question
- nli: a cross-encoder that reads evidence and claim, when its weights are at hand
- lexical: shared words; the baseline that a judge has to beat
"""

from ragkit.judges.claim_judge import ClaimJudge, claims_by
from ragkit.judges.fit_judge import fit
from ragkit.judges.judge import Judge, Verdicts
from ragkit.judges.odds import OddsJudge
from ragkit.judges.structured import StructuredJudge

__all__ = ["ClaimJudge", "Judge", "OddsJudge", "StructuredJudge", "Verdicts", "claims_by", "fit"]
