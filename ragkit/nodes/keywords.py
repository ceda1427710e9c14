"""The critics' feedback f_c: a few words to search for next (adaptive, section 4.5).

The model is asked with the evidence in view. So it can name what the passages point to, such as the
algorithm behind a command, whose year is in another document. The second search then finds what the
first one could not ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.model.briefing import brief
from ragkit.model.llm import at_most, say
from ragkit.state import Passage
from ragkit.text.words import words

KEYWORDS = (
    "The answer is not in these passages. Which names or terms should be searched for next? "
    "Reply with at most five words."
)
LONGEST = 40
"""Maximum length of the reply, in tokens."""
MOST = 8
"""Maximum number of words that are used of the reply."""


def keywords(llm: BaseChatModel, question: str, passages: Sequence[Passage]) -> str:
    """Words for another search; empty when they add nothing to the words of the question."""
    prompt = brief(question, passages, KEYWORDS)
    reply = say(at_most(llm, LONGEST), prompt)
    text = str(reply.content)
    terms = text.replace(",", " ").split()
    feedback = " ".join(terms[:MOST])

    known = words(question)
    new = set(words(feedback)) - set(known)
    if new:
        return feedback
    return ""
