"""What do the passages reply to a premise? It is asked as a question of its own.

The writer answers it, and the answer is checked as any other: its claims, and whether it is the
right answer. So a correction is no surer than an answer, and no less sure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ragkit.judges import fit
from ragkit.kit import Kit
from ragkit.model.briefing import brief
from ragkit.model.llm import say
from ragkit.nodes.bars import grounded
from ragkit.nodes.cite import cite, cited
from ragkit.nodes.claims import split
from ragkit.nodes.support import graded_claims, risk
from ragkit.state import Claim, Passage

ASK = (
    "Answer this question from the passages: {premise}\n"
    "Begin with yes or no, and say in one or two full sentences what the passages state, with the "
    "exact names and numbers."
)
NO = re.compile(r"\W*(?:no|none|nothing|nobody|never)\b", re.IGNORECASE)
"""How a reply begins that denies what was asked."""


class Reply(NamedTuple):
    """What the passages reply to a premise."""

    text: str
    """The writer's answer, with citations."""
    claims: list[Claim]
    is_grounded: bool
    """Whether it would go out as an answer."""
    notes: list[str]

    @property
    def is_no(self) -> bool:
        """Whether it denies the premise, and may be believed."""
        return self.is_grounded and denies(self.text)


def reply_to(premise: str, passages: Sequence[Passage], kit: Kit) -> Reply:
    """The reply to a premise, a yes-no question, from passages."""
    prompt = brief(premise, passages, ASK.format(premise=premise))
    written = str(say(kit.writer, prompt).content).strip()
    text = cite(written, passages)
    texts, split_note = split(kit.llm, text, premise)
    claims, claim_note = graded_claims(texts, premise, passages, kit.claim_judge)
    odds, fit_note = fit(kit.judge, premise, cited(text, passages), text)
    notes = [split_note, claim_note, fit_note]
    return Reply(
        text=text,
        claims=claims,
        is_grounded=grounded(risk(claims), odds, 0, kit.settings),
        notes=[note for note in notes if note],
    )


def denies(reply: str) -> bool:
    """Whether a reply to a yes-no question begins with a no.

    >>> denies("No, it was not insured. [1]"), denies("No data were lost."), denies("Nobody did.")
    (True, True, True)
    >>> denies("Yes, it was."), denies("Norway won."), denies("The dam never broke.")
    (False, False, False)
    """
    return bool(NO.match(reply))
