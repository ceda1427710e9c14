"""Write a draft, knowing how good the evidence is and what it lacks (advanced, features 6, 7, 15).

What was wrong with the draft before is said in one text, and chance may choose other words than
before. What it never does is search: a draft is put right by writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from ragkit.graphs.advanced.aspects import (
    SAYS,
    STATES,
    absent_names,
    absent_words,
    denied,
    parts_of,
)
from ragkit.graphs.advanced.state import GatedState
from ragkit.kit import Kit
from ragkit.model.llm import at_temperature
from ragkit.nodes.draft import unknown_citations
from ragkit.nodes.generate import ANSWER, OR_REFUSE, written
from ragkit.text.sentences import without_citations
from ragkit.thresholds import is_poor

TEMPERATURES = (None, 0.7, 0.5)
"""The temperature of each draft; None: the kit's own. More drafts have the last one.

The paper's are .3, .7 and .5. The first is the kit's, which is 0: then a run can be repeated, and
its first draft is what another system writes from the same evidence. A second draft at 0 would
hardly differ from the first, so the others are the paper's.
"""
POOR = "The passages may hold only a part of the answer: say what they do state of it."
LACKS = "No passage has this, so do not answer about it: {aspects}."
AGAIN = "This draft was rejected: {draft}\n{advice}"


def answer_generation(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, grades, rejected, advice, drafts · writes draft,
    aspects, temperature, drafts, notes
    """
    kit = runtime.context
    poor = is_poor(state.quality, kit.settings)
    aspects, notes = missing_aspects(kit, state, poor)
    wishes = wishes_for(state, poor, aspects, kit.settings.may_refuse)
    number = min(state.drafts, len(TEMPERATURES) - 1)
    writer = at_temperature(kit.writer, TEMPERATURES[number], draw=state.drafts)
    draft = written(writer, state.words, state.passages, " ".join(wishes))
    return {
        "draft": draft,
        "aspects": aspects,
        "temperature": TEMPERATURES[number],
        "drafts": state.drafts + 1,
        "notes": notes + unknown_citations(draft, state.passages),
    }


def missing_aspects(kit: Kit, state: GatedState, poor: bool) -> tuple[list[str], list[str]]:
    """What of the question the evidence does not have, and notes.

    Words are looked for in poor evidence only: good evidence can answer in other ones.
    """
    passages = state.passages
    if not passages:
        return [], []
    names = absent_names(state.alone, passages)
    parts, first_note = denied(kit.judge, state.words, passages, STATES, parts_of(state.alone))
    others: list[str] = []
    if poor:
        others = absent_words(state.alone, passages, kit.retriever.sparse.rarity)
    others, second_note = denied(kit.judge, state.words, passages, SAYS, others)
    return [*names, *parts, *others], [note for note in (first_note, second_note) if note]


def answer_at_once(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, passages, grades, rejected, drafts · writes draft, aspects,
    temperature, drafts, notes, answer
    """
    wrote = answer_generation(state, runtime)
    return wrote | {"answer": wrote["draft"]}


def wishes_for(
    state: GatedState, poor: bool, aspects: Sequence[str], may_refuse: bool
) -> list[str]:
    """What is wished of a draft, with what is known of the evidence and of the draft before."""
    wishes = [ANSWER.format(question=state.words)]
    if poor:
        wishes.append(POOR)
    if aspects:
        wishes.append(LACKS.format(aspects="; ".join(aspects)))
    if may_refuse:
        wishes.append(OR_REFUSE)
    if state.rejected:
        draft = without_citations(state.rejected[-1])
        wishes.append(AGAIN.format(draft=draft, advice=state.advice))
    return wishes
