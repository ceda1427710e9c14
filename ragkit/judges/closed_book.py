"""The closed-book critic: how sure a model is of its own claims, without evidence.

It decides on the early exit (tiered, phase I). The question and the answer come first and are the
same in every call, so one more claim costs only its own few tokens. A model that is asked about its
own words is mostly content with them. So the odds mean nothing until they were compared with what
is right (`benchmarks/closed_book.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from ragkit.judges.judge import Verdicts
from ragkit.judges.odds import cued
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import label_odds
from ragkit.model.special_tokens import as_letters

SYSTEM = "You check statements by what you know yourself. You have no documents."
BEGINNING = "Question: {question}\nAnswer: {draft}\n\n"
KNOWN = "Statement: {claim}\nIs this statement true, by what you know?"
"""The question about one claim."""


def known(llm: BaseChatModel, question: str, draft: str, claims: Sequence[str]) -> Verdicts:
    """The probability that each claim of a draft is true, by what the model knows.

    It is None, with a note that says why, where the model could not judge.
    """
    beginning = BEGINNING.format(question=question, draft=draft)
    odds: list[float | None] = []
    first_note = ""
    for claim in claims:
        wish = cued(KNOWN.format(claim=claim))
        prompt = [SystemMessage(SYSTEM), HumanMessage(as_letters(beginning + wish))]
        try:
            odds.append(label_odds(llm, prompt, ["yes", "no"])["yes"])
        except (NoOdds, ChatFailed) as error:
            odds.append(None)
            first_note = first_note or f"the closed-book critic could not judge: {error}"
    return Verdicts(odds, first_note)


def weakest(odds: Sequence[float | None]) -> float | None:
    """The score of an answer from memory: the lowest odds of its claims, in [0, 1].

    One wrong claim makes an answer wrong. None without claims, and where one could not be judged.

    >>> weakest([0.9, 0.7]), weakest([0.9, None]), weakest([])
    (0.7, None, None)
    """
    graded = [one for one in odds if one is not None]
    if not graded or len(graded) < len(odds):
        return None
    return min(graded)
