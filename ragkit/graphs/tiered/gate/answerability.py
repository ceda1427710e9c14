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

from ragkit.graphs.tiered.gate.premise_reply import reply_to, with_evidence
from ragkit.graphs.tiered.gate.state import Answerability, GateState
from ragkit.graphs.tiered.in_time import in_time
from ragkit.kit import Kit
from ragkit.state import Found, Passage
from ragkit.text.anchors import missing
from ragkit.text.dates import years
from ragkit.text.joins import all_text
from ragkit.text.questions import about_now, premise

DOUBTED_BELOW = 0.5
"""Odds of a premise below which it is asked as a question of its own."""
PREMISE = "By the passages: {premise}"
"""The question about a premise, which is a yes-no question itself."""


def answerability(state: GateState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth, passages · writes gate, passages, notes"""
    return check(state, runtime.context)


def check(state: GateState, kit: Kit, folder: str = "") -> dict[str, Any]:
    """What the gate writes when it looks into a folder of the documents; empty: into all of them.

    If the next search finds the same passages, what the gate has read of them is not read again.
    Most questions take nothing for granted that could be checked. For them nothing is searched.
    """
    question, depth = state.question, state.depth
    gate = Answerability(now=about_now(question), premise=premise(question))
    future = is_future(question, kit)
    found = Found([])
    if gate.premise or future:
        found = _evidence(question, depth, kit, folder)
    notes = found.notes
    if found.passages and future and not _mention(found.passages, years(question)):
        gate = replace(gate, verdict="unknowable")
    elif found.passages and gate.premise:
        gate, more = check_premise(gate, question, found.passages, kit)
        notes = notes + more
    stops = gate.verdict != "answerable"
    return {
        "gate": gate,
        "passages": found.passages if stops else state.passages,
        "notes": notes,
    }


def _evidence(question: str, depth: str, kit: Kit, folder: str) -> Found:
    """What a first search for the question finds in a folder."""
    found, fault = in_time(
        lambda: kit.evidence.archive(question, depth, folder),
        kit.settings.tier_timeout,
        Found([]),
    )
    return Found([], [f"the premise was not looked up: {fault}"]) if fault else found


def is_future(question: str, kit: Kit) -> bool:
    """Whether a question is about a year that has not begun."""
    today = kit.settings.today or date.today()
    latest = max(years(question), default=0)
    return latest > today.year


def _mention(passages: Sequence[Passage], wanted: Sequence[int]) -> bool:
    """Whether a passage mentions one of these years: documents may have plans."""
    return any(set(wanted).intersection(years(all_text((one,)))) for one in passages)


def check_premise(
    gate: Answerability, question: str, passages: Sequence[Passage], kit: Kit
) -> tuple[Answerability, list[str]]:
    """What the passages say of a question's premise, and notes where the judge could not judge."""
    asked = PREMISE.format(premise=gate.premise)
    (odds,), note = kit.judge.verdicts(question, passages, [asked])
    notes = [note, kit.judge_note]
    gate = replace(gate, odds=odds)
    if odds is not None and odds < DOUBTED_BELOW:
        reply = reply_to(gate.premise, passages, kit)
        notes = [note, *reply.notes, kit.judge_note]
        if reply.is_no:
            correction = with_evidence(reply.text, passages)
            gate = replace(
                gate, verdict="false premise", correction=correction, claims=reply.claims
            )
        elif not reply.is_grounded and unfounded(gate.premise, passages):
            gate = replace(gate, verdict="unfounded")
    # Each once: a dict keeps its keys in order.
    return gate, [note for note in dict.fromkeys(notes) if note]


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
