"""The gate in front of a search: can the question be answered as it is?

It is the remedy that the paper leaves to later work (tiered, section 5.3). The paper would let a
model fill in a form. Here rules find what a question takes for granted, and whether it depends on
today's date (`text/questions.py`). Only where there is a premise is the judge asked, with the
evidence in view.

A premise that the judge doubts is not false yet: the documents may be about something else. So it
is asked as a question of its own, answered, and the answer is checked (`premise_reply.py`). It is
false where the checked answer is no, and that answer is the correction. It is unfounded where one
passage has all its names, and none has its numbers with them: the documents speak of the matter,
and not of that. Any other doubt lets the question pass, and the critics that follow decide.

Left out: premises that no rule sees, such as those of "Who won the race that Mara lost?".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from ragkit.kit import Kit
from ragkit.nodes.bars import depth_of
from ragkit.nodes.evidence_size import within
from ragkit.nodes.gated import Answerability, GatedState
from ragkit.nodes.guarded import guarded
from ragkit.nodes.joins import all_text
from ragkit.nodes.premise_reply import reply_to, with_evidence
from ragkit.nodes.screen import screen
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.dates import years
from ragkit.text.questions import about_now, premise

PREMISE = "By the passages: {premise}"
"""The question about a premise, which is a yes-no question itself."""


def answerability(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, passages · writes gate, passages, notes"""
    return gated(state, runtime.context)


def gated(state: GatedState, kit: Kit, folder: str = "") -> dict[str, Any]:
    """What the gate writes when it looks into a folder of the documents; empty: into all of them.

    If the next search finds the same passages, what the gate has read of them is not read again.
    """
    gate, passages, notes = looked_at(state.question, state.depth, kit, folder)
    stops = gate.verdict != "answerable"
    return {
        "gate": gate,
        "passages": passages if stops else state.passages,
        "notes": notes,
    }


def looked_at(
    question: str, depth: str, kit: Kit, folder: str = ""
) -> tuple[Answerability, list[Passage], list[str]]:
    """What the gate finds about a question, the passages that it looked at, and notes.

    Most questions take nothing for granted that could be checked. For them nothing is searched.
    """
    asked = premise(question)
    future = is_future(question, kit)
    unexamined = Answerability(now=about_now(question), premise=asked)
    if not asked and not future:
        return unexamined, [], []
    passages, notes = found(question, depth, kit, folder)
    if passages and future and not _mention(passages, years(question)):
        return replace(unexamined, verdict="unknowable"), passages, notes
    if not passages or not asked:
        return unexamined, passages, notes
    gate, more = examined(question, passages, kit)
    notes += [note for note in dict.fromkeys((*more, kit.judge_note)) if note]
    return gate, passages, notes


def found(question: str, depth: str, kit: Kit, folder: str) -> tuple[list[Passage], list[str]]:
    """The evidence that a first search for the question finds in a folder, and notes."""
    row = depth_of(depth, kit.settings)

    def search() -> list[Passage]:
        rankings = kit.retriever.hybrid(question, row, folder)
        return within(rankings["fused"][: row.final], row.tokens)

    nothing: list[Passage] = []
    passages, fault = guarded(search, kit.settings.tier_timeout, nothing)
    notes = [f"the premise was not looked up: {fault}"] if fault else []
    screened = screen(question, passages, kit)
    return screened.kept, [*notes, *screened.notes]


def is_future(question: str, kit: Kit) -> bool:
    """Whether a question is about a year that has not begun."""
    today = kit.settings.today or date.today()
    latest = max(years(question), default=0)
    return latest > today.year


def _mention(passages: Sequence[Passage], wanted: Sequence[int]) -> bool:
    """Whether a passage mentions one of these years: documents may have plans."""
    return any(set(wanted).intersection(years(all_text((one,)))) for one in passages)


def examined(
    question: str, passages: Sequence[Passage], kit: Kit
) -> tuple[Answerability, list[str]]:
    """What the passages say of a question's premise, and notes where the judge could not judge."""
    asked = premise(question)
    (odds,), note = kit.judge.verdicts(question, passages, [PREMISE.format(premise=asked)])
    notes = [note] if note else []
    gate = Answerability("answerable", about_now(question), asked, odds)
    if odds is None or odds >= kit.settings.premise_below:
        return gate, notes
    reply = reply_to(asked, passages, kit)
    notes += reply.notes
    if reply.is_no:
        denied = replace(
            gate,
            verdict="false premise",
            correction=with_evidence(reply.text, passages),
            claims=reply.claims,
        )
        return denied, notes
    if not reply.is_grounded and unfounded(asked, passages):
        return replace(gate, verdict="unfounded"), notes
    return gate, notes


def unfounded(asked: str, passages: Sequence[Passage]) -> bool:
    """Whether a passage has all names of a premise, and none has its numbers with them.

    >>> lab = Passage("l", "In 2031 Mara left the lab in Oslo.")
    >>> unfounded("Did Mara leave Oslo in 2033?", [lab])
    True
    >>> unfounded("Did Mara leave Oslo in 2031?", [lab]), unfounded("Did Ada leave?", [lab])
    (False, False)
    """
    # "Did Mara" would be read as a name of two words.
    asked = asked[:1].lower() + asked[1:]
    wanted = missing(asked, "")
    names = [anchor for anchor in wanted if not anchor[:1].isdigit()]
    if not names or len(names) == len(wanted):
        return False
    has_names = False
    for passage in passages:
        lost = missing(asked, all_text((passage,)))
        if not lost:
            return False
        has_names = has_names or not set(names).intersection(lost)
    return has_names
