"""Choose between the draft and the best lines of the evidence, copied.

A model may combine what it read wrongly; a copied line cannot. So where the judge does not find
that the draft answers the question, the lines are given in its place, as `extract` gives them.
Lines can be beside the point, so a draft that the judge accepts stays.

Left out: other drafts from the same evidence, from fewer passages, at a temperature, or from lines
that the model named first. Hardly ever was one of them right where the first was wrong
(docs/writing.md).
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.nodes.quote import best_lines
from ragkit.state import REFUSAL, CheckedState
from ragkit.text.cite import cited
from ragkit.thresholds import passes


def choose(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, draft · writes answer, fit, notes"""
    kit = runtime.context
    odds, note = None, ""
    if state.draft != REFUSAL:
        evidence = cited(state.draft, state.passages)
        odds, note = fit(kit.judge, state.question, evidence, state.draft)
    answer = state.draft
    if not passes(odds, kit.settings.fit_from):
        answer = best_lines(state.question, state.passages, kit.retriever.sparse.rarity)
    return {
        "answer": answer,
        "fit": odds,
        "notes": [note for note in (kit.judge_note, note) if note],
    }
