"""Does a message need what was said before it? Rules say so where they can, else the model does.

A rewrite that nobody needs can only do harm: it costs a call, and may turn a clear question into
another one. The rules are for English. Where they do not decide, as in every other language, the
model is asked, and its odds are read from one token.
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel

from ragkit.conversation.choice import named_reading
from ragkit.conversation.past import about
from ragkit.conversation.signs import is_complete, is_english, is_fragment, refers_back
from ragkit.conversation.small_talk import is_assent, is_correction, is_greeting
from ragkit.conversation.turn import FollowUp, Sort, Turn, typed_before
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import label_odds
from ragkit.text.words import WORD

NEEDED = "Does the next message need the conversation to be understood? Yes or no?"
ALONE: tuple[Sort, ...] = ("first", "standalone", "greeting")
"""The sorts of messages that are understood without the history."""


def sort_of(typed: str, history: Sequence[Turn]) -> tuple[Sort | None, str]:
    """The sort of a message with the sign of it; None where no rule decides.

    >>> owls = [Turn("Do owls hunt?", "Yes. [1]")]
    >>> sort_of("When do they?", owls)
    ('follow-up', '"they" has no antecedent in it')
    >>> sort_of("Where is the river Hudson?", owls)
    ('standalone', 'it asks in full about what it names')
    >>> sort_of("How are nests built?", owls), sort_of("Wann jagen sie?", owls)
    ((None, 'no rule decides'), (None, 'the rules are for English'))
    """
    if is_greeting(typed):
        return "greeting", "it is a greeting or thanks, and nothing else"
    if not WORD.search(typed):
        return "standalone", "it has no word"
    if not history:
        return "first", "nothing was said before it"
    reading = named_reading(typed, history[-1].readings)
    if reading:
        return "choice", f"it chooses the reading: {reading}"
    if is_assent(typed):
        return "assent", "it agrees with what was said, and asks nothing itself"
    if is_correction(typed):
        return "correction", "it says what was meant"
    return _by_signs(typed, history)


def _by_signs(typed: str, history: Sequence[Turn]) -> tuple[Sort | None, str]:
    """The sort of a message that asks something."""
    if not is_english(typed, typed_before(history, len(history))):
        return None, "the rules are for English"
    sign = refers_back(typed)
    if sign:
        return "follow-up", sign
    if is_fragment(typed):
        return "follow-up", "it is a few words, and no question"
    if is_complete(typed):
        return "standalone", "it asks in full about what it names"
    return None, "no rule decides"


def need(llm: BaseChatModel, typed: str, history: Sequence[Turn]) -> tuple[float | None, str]:
    """The probability that a message needs the turns before it; None with the reason without one.

    >>> from ragkit.model.scripted import ScriptedLLM
    >>> llm = ScriptedLLM(replies={"Next message: How are nests built?": {"yes": 0.75, "no": 0.25}})
    >>> need(llm, "How are nests built?", [Turn("Do owls hunt?", "Yes. [1]")])
    (0.75, '')
    """
    try:
        odds = label_odds(llm, about(typed, history, NEEDED), ["yes", "no"])
    except (NoOdds, ChatFailed) as error:
        return None, f"the model could not say whether the history is needed: {error}"
    return odds["yes"], ""


def by_odds(odds: float | None, why: str, history_from: float) -> FollowUp:
    """What a message is by its odds of needing the history, where no rule decides.

    Without odds it is a follow-up: whether its rewrite is used is decided later.

    >>> by_odds(0.75, "no rule decides", 0.5).sort, by_odds(0.25, "no rule decides", 0.5).sort
    ('follow-up', 'standalone')
    """
    if odds is None:
        return FollowUp("follow-up", why, needs_history=True)
    why = f"{why}; by the model it needs the history with odds of {odds:.2f}"
    if odds < history_from:
        return FollowUp("standalone", why)
    return FollowUp("follow-up", why, needs_history=True)
