"""Let the evidence pass or not, by the probability of one token (tiny, section III.C).

The paper's router may write one token, pass or fail. A mask sets the scores of all other tokens to
minus infinity before the softmax (tiny, eq. 2). Here the judge replies yes or no in one token, and
`label_odds` of `model/llm.py` takes the probabilities of the spellings of both and divides by their
sum. That is the same number: the softmax over the tokens that the mask leaves. Nothing is sampled,
and no reasoning is written.

The passages are at the beginning of this prompt and of the generator's, byte for byte the same. So
a decision costs its own few tokens beyond the work that the answer needs anyway. The paper's router
is another model, which reads all passages once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.tiny.state import TinyState
from ragkit.judges import Judge
from ragkit.kit import Kit
from ragkit.nodes.context_critic import ANSWERABLE
from ragkit.state import Passage

PASSES = ANSWERABLE
"""The question to which yes means pass: the one that the context critic asks, and that a taught
judge learnt."""


def route(state: TinyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes pass_odds, notes"""
    kit = runtime.context
    odds, note = passing(kit.judge, state.question, state.passages)
    notes = [kit.judge_note, note]
    return {
        "pass_odds": odds,
        "notes": [note for note in notes if note],
    }


def passing(judge: Judge, question: str, passages: Sequence[Passage]) -> tuple[float | None, str]:
    """The probability of pass, and a note when it is None. Without passages it is 0."""
    if not passages:
        return 0.0, ""
    (odds,), note = judge.verdicts(question, passages, [PASSES])
    return odds, note
