"""Answer from memory, and give that answer only if the closed-book judge trusts it (teams, tiered).

A small model is content with most of what it says itself. So this route is closed until a threshold
was chosen for it (`exit_from`).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.single.state import AgentState
from ragkit.graphs.tiered.early_exit import from_memory, known, weakest
from ragkit.judges import split
from ragkit.kit import Kit
from ragkit.state import Claim
from ragkit.text.constraints import violations
from ragkit.thresholds import passes

BROKEN = "the answer from memory does not fit the question: {violations}"


def recall(state: AgentState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes answer, claims, intrinsic, notes"""
    kit = runtime.context
    recalled = from_memory(kit.writer, state.question)
    texts, split_note = split(kit.llm, recalled, state.question)
    broken = violations(state.question, texts)
    odds, odds_note = known(kit.judge_llm, state.question, recalled, texts)
    score = None if broken else weakest(odds)
    trusted = passes(score, kit.settings.exit_from)

    claims = [Claim(text, odds=one) for text, one in zip(texts, odds, strict=True)]
    notes = [split_note, odds_note, BROKEN.format(violations="; ".join(broken)) if broken else ""]
    return {
        "answer": recalled if trusted else "",
        # What a search follows has claims of its own.
        "claims": claims if trusted else [],
        "intrinsic": score,
        "notes": [note for note in notes if note],
    }
