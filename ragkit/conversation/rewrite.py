"""A follow-up as a question that is understood without the conversation, by the model."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.conversation.past import about
from ragkit.conversation.turn import Turn
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import at_most, raw_reply
from ragkit.model.reasoning import parted

WISH = (
    "Rewrite the next message as one question that is understood without the conversation. Keep "
    "its words, replace what points back by what it stands for, and add what is left out. Do not "
    "answer it. Reply with the question alone."
)
LONGEST = 60
"""Maximum length of a rewrite, in tokens."""
QUOTES = "\"'“”‘’`* "
"""What a model may put around a question."""


def rewritten(llm: BaseChatModel, typed: str, history: Sequence[Turn]) -> tuple[str, str]:
    """What the model makes of a message, and a note where nothing came.

    >>> from ragkit.model.scripted import ScriptedLLM
    >>> llm = ScriptedLLM(replies={"Next message: When do they?": '"When do owls hunt?"'})
    >>> rewritten(llm, "When do they?", [Turn("Do owls hunt?", "Yes. [1]")])
    ('When do owls hunt?', '')
    """
    prompt = about(typed, history, WISH)
    try:
        _, text = parted(raw_reply(at_most(llm, LONGEST), prompt).text)
    except ChatFailed as error:
        return "", f"the follow-up was not rewritten: {error}"
    return text.strip(QUOTES + "\n"), ""
