"""The critics' feedback f_c: what to search for next, in a few words (papers/000, section 4.5).

Asked with the evidence in view, a model names what the passages point at: the algorithm behind a command, whose year
stands in another document. That makes a second search find what the first could not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.briefing import brief
from ragkit.llm import at_most, say
from ragkit.sparse import words
from ragkit.state import Passage

KEYWORDS = (
    "The answer is not in these passages. Which names or terms should be searched for next? "
    "Reply with at most five words."
)
LONGEST, MOST = 40, 8
"""Tokens of that reply, and words that are taken from it."""


def keywords(llm: BaseChatModel, question: str, passages: Sequence[Passage]) -> str:
    """Words for another search; empty when the model names none that the question does not hold already."""
    said = str(say(at_most(llm, LONGEST), brief(question, passages, KEYWORDS)).content)
    found = " ".join(said.replace(",", " ").split()[:MOST])
    return found if set(words(found)) - set(words(question)) else ""
