"""Judges: the probability that the answer to a question about the evidence is yes.

There is one protocol with several implementations. All of them return None where they could not
judge.

- judge: the protocol
- odds: the probability of one constrained token (tiny); the default
- taught: the same of an embedded model that learnt to judge, where there is an adapter for it
- structured: a form that the model fills in, for endpoints without log-probabilities (adaptive,
  section 4.5)
- claim_judge: whether the evidence states a claim, and the thresholds for its support
- fit_judge: whether a draft answers its question
- nli: a cross-encoder that reads evidence and claim, when its weights are available
- choice: which of several options it is, by one constrained token
- helps: which passages help to answer
- claims, support: a draft as claims, and which of them the evidence states
"""

from ragkit.judges.choice import Choice, choose_one, chosen, lettered
from ragkit.judges.claim_judge import STATED, ClaimJudge, claims_by
from ragkit.judges.claims import split
from ragkit.judges.fit_judge import FITS, PHRASE, as_sentence, fit
from ragkit.judges.helps import HELPS, helpful
from ragkit.judges.judge import Judge, Verdicts
from ragkit.judges.nli import nli_judge
from ragkit.judges.odds import OddsJudge, cued
from ragkit.judges.structured import StructuredJudge
from ragkit.judges.support import graded_claims, risk, source_of
from ragkit.judges.taught import TaughtJudge

__all__ = [
    "Choice",
    "ClaimJudge",
    "FITS",
    "HELPS",
    "Judge",
    "OddsJudge",
    "PHRASE",
    "STATED",
    "StructuredJudge",
    "TaughtJudge",
    "Verdicts",
    "as_sentence",
    "choose_one",
    "chosen",
    "claims_by",
    "cued",
    "fit",
    "graded_claims",
    "helpful",
    "lettered",
    "nli_judge",
    "risk",
    "source_of",
    "split",
]
