"""Write a draft, which the verifier and the answer critic check before it becomes the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.generate import write_answer
from ragkit.state import CheckedState, Passage
from ragkit.text.sentences import citations

MOST_NAMED = 5
"""Maximum number of unknown citations that a note names."""


def draft(state: CheckedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, passages, hopped, rejected · writes draft, notes"""
    kit = runtime.context
    text = write_answer(
        kit.writer,
        state.question,
        state.passages,
        may_refuse=kit.settings.may_refuse,
        rejected=state.rejected,
        hopped=state.hopped,
    )
    return {"draft": text, "notes": unknown_citations(text, state.passages)}


def unknown_citations(text: str, passages: Sequence[Passage]) -> list[str]:
    """A note when a draft cites passages that are not there, or none.

    >>> unknown_citations("Owls hunt. [1] Bats do too. [4]", [Passage("owl", "Owls hunt.")])
    ['the draft cites passages that are not there: [4]']
    """
    unknown = [number for number in citations(text) if not 1 <= number <= len(passages)]
    if not unknown:
        return []
    return [f"the draft cites passages that are not there: {unknown[:MOST_NAMED]}"]
