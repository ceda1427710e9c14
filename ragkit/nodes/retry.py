"""Retries: search again in other words when a critic is not content (adaptive, section 4.5).

They are off by default (`retry`), because they cost more than they bring (docs/ablation.md). All
that only they need is in this file: whether a critic may send the question back, the critics'
words for the next search (f_c), the query that is made of them (q'), and which passages are kept.

The model is asked for words with the evidence in view. So it can name what the passages point to,
such as the algorithm behind a command, whose year is in another document. The second search then
finds what the first one could not ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.judges import Judge, helpful
from ragkit.kit import Kit
from ragkit.model.briefing import brief
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.reasoning import parted
from ragkit.settings import DEPTHS, Settings
from ragkit.state import CheckedState, Grade, Passage, RunState
from ragkit.text.words import words

RETRIES = max(depth.retries for depth in DEPTHS.values())
"""Maximum number of retries at any depth."""
ROUNDS = 1 + RETRIES + 1
"""Maximum number of searches: the first one, the retries, and the web."""
KEYWORDS = (
    "The answer is not in these passages. Which names or terms should be searched for next? "
    "Reply with at most five words."
)
HELPFUL_FROM = 0.45
"""Odds from which a passage is kept on a retry."""
STALLED_BELOW = 0.05
"""Growth of relevance r below which a retry has stalled."""
LONGEST = 40
"""Maximum length of the reply, in tokens."""
MOST = 8
"""Maximum number of words that are used of the reply."""


def rewrite(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, loop, tried, grades · writes loop, queries, tried"""
    kit = runtime.context
    tried = [*state.tried]
    tried += state.queries or [state.question]
    query = refined(state.question, state.grades[-1].feedback, tried, kit.failed_before)
    return {
        "loop": state.loop + 1,
        "queries": [query],
        "tried": tried,
    }


def may_retry(state: RunState, settings: Settings) -> bool:
    """Whether a critic may send the question back to the search once more.

    >>> may_retry(RunState(question="?", loop=1), Settings(retry=True))
    True
    >>> may_retry(RunState(question="?"), Settings(retry=False))
    False
    """
    left = settings.depth_of(state.depth).retries - state.loop
    return settings.retry and left > 0


def with_feedback(
    grade: Grade,
    judge: Judge,
    llm: BaseChatModel,
    question: str,
    passages: Sequence[Passage],
) -> tuple[Grade, str]:
    """A rejection with what another search needs, and a note when something could not be judged.

    That is how likely each passage helps, and words for what is missing.
    """
    odds, note = helpful(judge, question, passages)
    feedback = keywords(llm, question, passages)
    return replace(grade, helpful=tuple(odds), feedback=feedback), note


def keywords(llm: BaseChatModel, question: str, passages: Sequence[Passage]) -> str:
    """Words for another search; empty when they add nothing to the words of the question."""
    prompt = brief(question, passages, KEYWORDS)
    _, text = parted(raw_reply(at_most(llm, LONGEST), prompt).text)
    terms = text.replace(",", " ").split()
    feedback = " ".join(terms[:MOST])

    known = words(question)
    new = set(words(feedback)) - set(known)
    if new:
        return feedback
    return ""


def refined(
    question: str, feedback: str, tried: Collection[str], failed_before: Callable[[str], bool]
) -> str:
    """The question q with the critic's feedback f_c added to it.

    That is q' = q + f_c (adaptive, eq. 6). When q' failed already, it is f_c + q + "details
    regarding" + f_c (adaptive, eq. 7). Without feedback it is the question itself.

    `tried` are the queries of this run. `failed_before` says whether a query resembles one that
    failed in an earlier run.

    >>> refined("Who was first?", "Kahn 1962", [], failed_before=lambda query: False)
    'Who was first? Kahn 1962'
    >>> tried = ["Who was first? Kahn 1962"]
    >>> refined("Who was first?", "Kahn 1962", tried, failed_before=lambda query: False)
    'Kahn 1962 Who was first? details regarding Kahn 1962'
    """
    if not feedback:
        return question
    query = f"{question} {feedback}"
    if query in tried or failed_before(query):
        return f"{feedback} {question} details regarding {feedback}"
    return query


def next_query(state: CheckedState, tried: Collection[str], kit: Kit) -> str:
    """The query of a retry after either critic was not content.

    A draft that no passage supports is the next query, alone and not added to the question.
    Otherwise it is the question with the words of a critic.
    """
    query = unsupported(state, kit.settings.risk_up_to)
    if query:
        return query
    of_context_critic = state.grades[-1].feedback if state.grades else ""
    of_answer_critic = state.feedback
    feedback = of_context_critic or of_answer_critic
    return refined(state.question, feedback, tried, kit.failed_before)


def unsupported(state: CheckedState, risk_up_to: float) -> str:
    """The claims of a rejected draft that no passage supports, as a query for their evidence.

    They often contain the words of that evidence. The query is empty when the evidence, not a
    draft, was rejected.
    """
    if state.grades and not state.grades[-1].approved:
        return ""
    risk = state.risk
    if risk is None or risk <= risk_up_to:
        return ""
    texts = [claim.text for claim in state.claims if not claim.support]
    return " ".join(texts)


def sift(
    passages: Sequence[Passage], grades: Sequence[Grade], helpful_from: float = HELPFUL_FROM
) -> tuple[list[Passage], list[str]]:
    """The passages that the last grade found helpful, and the ids of the others.

    A passage that could not be graded is kept.

    >>> owl, cat = Passage("owl", "Owls hunt."), Passage("cat", "Cats sleep.")
    >>> grade = Grade(0.5, 0.5, 0.5, 0.5, approved=False, helpful=(0.9, 0.1))
    >>> kept, dropped = sift([owl, cat], [grade], helpful_from=0.5)
    >>> [passage.id for passage in kept], dropped
    (['owl'], ['cat'])
    """
    odds_of_all = grades[-1].helpful if grades else ()
    # This is the first pass, or the evidence was approved and only the draft was rejected.
    if not odds_of_all:
        return list(passages), []
    kept = []
    for passage, odds in zip(passages, odds_of_all, strict=True):
        if odds is None or odds >= helpful_from:
            kept.append(passage)
    dropped = [passage.id for passage in passages if passage not in kept]
    return kept, dropped


def stalled(relevance: Sequence[float | None], least: float = STALLED_BELOW) -> bool:
    """Whether relevance grew by at most `least` in each of the last two retries.

    These are the diminishing returns of adaptive, section 4.5.

    >>> stalled([0.3, 0.32, 0.36], 0.05), stalled([0.3, 0.4, 0.42], 0.05)
    (True, False)
    >>> stalled([0.3, 0.32], 0.05)
    False
    """
    latest = [score for score in relevance[-3:] if score is not None]
    if len(latest) < 3:
        return False
    for before, after in pairwise(latest):
        gain = round(after - before, 9)
        if gain > least:
            return False
    return True
