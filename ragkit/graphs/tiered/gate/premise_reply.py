"""What do the passages reply to a premise? It is asked as a question of its own.

The writer answers it, and the judge is asked whether that is the right answer, as it is asked about
any draft. What the answer says beside its no is checked claim by claim. The no itself is not: the
passages seldom state what is not the case, and whether it follows is what the judge was asked. But
the names and numbers that it adds to the premise must be in the passages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ragkit.judges import fit
from ragkit.judges.claims import split
from ragkit.judges.support import graded_claims, risk
from ragkit.kit import Kit
from ragkit.model.briefing import brief
from ragkit.model.llm import say
from ragkit.state import Claim, Passage
from ragkit.text.anchors import missing
from ragkit.text.cite import cite, cited
from ragkit.text.excerpts import rests_on
from ragkit.text.joins import all_text
from ragkit.thresholds import grounded

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
    sources = cited(text, passages)
    odds, fit_note = fit(kit.judge, premise, sources, text)
    texts, split_note = split(kit.llm, text, premise)
    others = [one for one in texts if not denies(one)]
    claims, claim_note = graded_claims(others, premise, passages, kit.claim_judge)
    denials = [one for one in texts if denies(one)]
    invented = missing(" ".join(denials), all_text(tuple(passages)), premise)
    is_grounded = not invented and grounded(risk(claims), odds, 0, kit.settings)
    for one in denials:
        no = Claim(one, float(is_grounded), sources[0].id, odds, tuple(invented))
        claims.insert(0, no)
    notes = [fit_note, split_note, claim_note]
    return Reply(text, claims, is_grounded, [note for note in notes if note])


def with_evidence(reply: str, passages: Sequence[Passage]) -> str:
    """The reply with the sentence of the first cited passage that it rests on.

    >>> review = Passage("r", "A review may take two minutes. The referee decides.")
    >>> with_evidence("No, not three minutes. [1]", [review])
    'No, not three minutes. [1] The document says: "A review may take two minutes." [1]'
    """
    for number, sentence in rests_on(reply, passages).items():
        return f'{reply} The document says: "{sentence}" [{number}]'
    return reply


def denies(reply: str) -> bool:
    """Whether a reply to a yes-no question begins with a no.

    >>> denies("No, it was not insured. [1]"), denies("No data were lost."), denies("Nobody did.")
    (True, True, True)
    >>> denies("Yes, it was."), denies("Norway won."), denies("The dam never broke.")
    (False, False, False)
    """
    return bool(NO.match(reply))
