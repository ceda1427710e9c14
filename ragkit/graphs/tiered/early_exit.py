"""Phase I: answer from memory, and find out whether that answer may be trusted (tiered).

The model answers without evidence. Its claims are checked against the question by rules, and then
by the model itself, which is the closed-book critic. Only an answer that passes both goes out
without a search. By default none does, and then none is asked for (`exit_from`).

For the closed-book critic the question and the answer come first and are the same in every call,
so one more claim costs only its own few tokens. A model that is asked about its own words is mostly
content with them. So the odds mean nothing until they were compared with what is right
(`benchmarks/closed_book.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from ragkit.documents.tiers import NEVER, Tier
from ragkit.graphs.tiered.state import TieredState
from ragkit.judges.claims import split
from ragkit.judges.judge import Verdicts
from ragkit.judges.odds import cued
from ragkit.kit import Kit
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import label_odds, say
from ragkit.model.special_tokens import as_letters
from ragkit.settings import Settings
from ragkit.state import Claim
from ragkit.text.constraints import violations
from ragkit.thresholds import passes

ANSWERER = "You answer from what you know. You have no documents."
WISH = (
    "Question: {question}\n\n"
    "Answer in one or two full sentences, with the exact names, numbers and dates. "
    "If you do not know the answer, reply exactly: I do not know."
)
UNKNOWN = ("do not know", "don't know")
"""Words of a reply that is no answer."""
CHECKER = "You check statements by what you know yourself. You have no documents."
BEGINNING = "Question: {question}\nAnswer: {draft}\n\n"
KNOWN = "Statement: {claim}\nIs this statement true, by what you know?"
"""The question about one claim."""


def recall(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question · writes exit_bar, recalled"""
    kit = runtime.context
    bar = exit_bar(kit.tiers, kit.settings)
    recalled = "" if bar is None else from_memory(kit.writer, state.question)
    return {"exit_bar": bar, "recalled": recalled}


def from_memory(llm: BaseChatModel, question: str) -> str:
    """The model's answer without evidence; empty when it does not know one."""
    prompt = [SystemMessage(ANSWERER), HumanMessage(as_letters(WISH.format(question=question)))]
    reply = str(say(llm, prompt).content).strip()
    if any(words in reply.casefold() for words in UNKNOWN):
        return ""
    return reply


def check_constraints(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, recalled · writes claims, violations, notes"""
    texts, note = split(runtime.context.llm, state.recalled, state.question)
    return {
        "claims": [Claim(text) for text in texts],
        "violations": violations(state.question, texts),
        "notes": [note] if note else [],
    }


def closed_book_critic(state: TieredState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, recalled, claims, exit_bar · writes intrinsic, claims, answer, notes"""
    kit = runtime.context
    texts = [claim.text for claim in state.claims]
    odds, note = known(kit.judge_llm, state.question, state.recalled, texts)
    score = weakest(odds)
    claims = [Claim(text, odds=one) for text, one in zip(texts, odds, strict=True)]
    trusted = passes(score, state.exit_bar)
    return {
        "intrinsic": score,
        # What a search follows has claims of its own.
        "claims": claims if trusted else [],
        "answer": state.recalled if trusted else "",
        "notes": [note] if note else [],
    }


def exit_bar(tiers: Sequence[Tier], settings: Settings) -> float | None:
    """The score from which memory is trusted; None: never.

    That is the threshold of the row for memory, or that of the settings. Without such a row memory
    is not asked.
    """
    for tier in tiers:
        if tier.reach != "memory":
            continue
        if isinstance(tier.threshold, float | int):
            return tier.threshold
        return None if tier.threshold == NEVER else settings.exit_from
    return None


def known(llm: BaseChatModel, question: str, draft: str, claims: Sequence[str]) -> Verdicts:
    """The probability that each claim of a draft is true, by what the model knows.

    It is None, with a note that says why, where the model could not judge.
    """
    beginning = BEGINNING.format(question=question, draft=draft)
    odds: list[float | None] = []
    first_note = ""
    for claim in claims:
        wish = cued(KNOWN.format(claim=claim))
        prompt = [SystemMessage(CHECKER), HumanMessage(as_letters(beginning + wish))]
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
