"""Copy sentences of the evidence, when no draft of the model became the answer.

A small model often writes a wrong draft from evidence that has the answer: another row of the
table, another meaning, half of what was asked. The three sentences and rows that share most words
with the question are then often right (`excerpts.py`). The judge is asked whether they are the
answer; if it does not think so, there is no answer. It has to be asked, because for a question that
the documents do not answer there are such sentences, too. Nothing has to be verified: they are in
the evidence, word for word. What a web page states is not copied.

All of the evidence is in view, as for the writer. So nothing is read again, and this costs one
short question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.nodes.excerpts import Excerpt, copied
from ragkit.state import REFUSAL, CheckedState, Claim, Passage


def quote_instead(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages · writes answer, fit, claims, risk, notes"""
    kit = runtime.context
    rarity = kit.retriever.sparse.rarity
    found = copied(state.question, state.passages, rarity)
    text = " ".join(excerpt.cited for excerpt in found)
    odds, note = None, ""
    if found:
        odds, note = fit(kit.judge, state.question, state.passages, text)
    passes = odds is not None and odds >= kit.settings.quote_from
    claims = [_claim(excerpt, state.passages) for excerpt in found]
    return {
        "answer": text if passes else REFUSAL,
        "fit": odds,
        "claims": claims if passes else [],
        "risk": 0.0,
        "notes": [note for note in (kit.judge_note, note) if note],
    }


def _claim(excerpt: Excerpt, passages: Sequence[Passage]) -> Claim:
    """A copied sentence as a claim, which its own passage supports."""
    source = passages[excerpt.number - 1]
    return Claim(excerpt.text, support=1.0, evidence=source.id)
