"""Write another query, by the instruction for what is wrong with the evidence (advanced, 7).

The model writes it with the evidence in view, so that it can use what the passages name. Its query
is searched for only if it passes nearly what a follow-up's rewrite has to pass; otherwise there is
no other query, and the policy goes on with the evidence that there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime

from ragkit.conversation import Turn, refusal_of_other_words
from ragkit.graphs.advanced.issues import RETRIEVAL, Issue
from ragkit.graphs.advanced.state import GatedState
from ragkit.kit import Kit
from ragkit.model.briefing import brief
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.reasoning import parted
from ragkit.state import Passage
from ragkit.text.joins import all_text

WISH = (
    "The question cannot be answered from these passages: {meaning}. Write one other question, by "
    "which its answer can be found in other passages. {instruction} Reply with the question alone."
)
UNNAMED = Issue("something is missing", "Use other words for what is asked.")
"""What is said where the judge could not say what is wrong."""
LONGEST = 60
"""Maximum length of the reply, in tokens."""
QUOTES = "\"'`* \n"
"""What a model may put around a question."""


def rewrite_and_refine(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, follow_up, queries, passages, retrieval_issue, loop, tried · writes loop,
    queries, tried, notes
    """
    kit = runtime.context
    label = state.retrieval_issue.label if state.retrieval_issue else ""
    issue = RETRIEVAL.get(label, UNNAMED)
    query = reworded(kit.llm, state.words, state.passages, issue)
    reason = why_not(query, state)
    queries = state.queries if reason else [query]
    notes = [f"not searched for: {query!r}, because {reason}"] if reason else []
    return {
        "loop": state.loop + 1,
        "queries": queries,
        "tried": [*state.tried, *state.queries],
        "notes": notes,
    }


def why_not(query: str, state: GatedState) -> str:
    """Why a query is not searched for; empty where it is. The evidence may lend it names."""
    if query in [*state.tried, *state.queries]:
        return "it was searched for already"
    seen = Turn(state.words, all_text(tuple(state.passages)))
    return refusal_of_other_words(query, state.words, [seen])


def reworded(llm: BaseChatModel, question: str, passages: Sequence[Passage], issue: Issue) -> str:
    """The question that a model would search for next. Raises `ChatFailed`."""
    wish = WISH.format(meaning=issue.meaning, instruction=issue.instruction)
    prompt = brief(question, passages, wish)
    _, text = parted(raw_reply(at_most(llm, LONGEST), prompt).text)
    first_line, *_ = [*text.strip().splitlines(), ""]
    return first_line.strip(QUOTES)
