"""Is a rewrite used? Small models answer, chat or invent where they are asked to rewrite.

A wrong rewrite searches something that nobody asked, and the answer is then about that. So it is
used only if nothing speaks against it, by rule. Otherwise the user's own words are searched.

Left out: a rewrite that names the wrong thing of the conversation. No rule here sees that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragkit.conversation.content import content
from ragkit.conversation.manner import IS_QUESTION, manner
from ragkit.conversation.signs import is_english, refers_back
from ragkit.conversation.tongue import other_language, other_script
from ragkit.conversation.turn import Turn, typed_before
from ragkit.text.anchors import missing
from ragkit.text.sentences import lower_words, sentences

KEPT = 2 / 3
"""Share of the message's content words that a rewrite has to keep."""
MORE = 16
"""Number of words by which a rewrite may be longer than the message."""
Check = Callable[[str, str, Sequence[Turn]], str]


def refusal(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    """Why a rewrite of a message is not used; empty where it is used.

    >>> owls = [Turn("Do owls hunt mice?", "Yes, barn owls do. [1]")]
    >>> refusal("When do owls hunt mice?", "When?", owls)
    ''
    >>> refusal("Sure! When do owls hunt mice?", "When?", owls)
    'it is no single sentence'
    >>> refusal("Owls hunt mice at night.", "When do they?", owls)
    'it answers where a question was asked'
    """
    return _reason(rewrite, typed, history, CHECKS)


def refusal_of_other_words(query: str, question: str, history: Sequence[Turn]) -> str:
    """Why a query is not searched for that asks the same in other words; empty where it is.

    It may lose words of the question, which a follow-up's rewrite may not.

    >>> refusal_of_other_words("At what hour do owls look for food?", "When do owls hunt?", [])
    ''
    >>> refusal_of_other_words("When is it dark in Rome?", "When do owls hunt?", [])
    'it shares no word with what was said'
    """
    return _reason(query, question, history, [check for check in CHECKS if check is not _kept])


def _reason(rewrite: str, typed: str, history: Sequence[Turn], checks: Sequence[Check]) -> str:
    if not rewrite.strip():
        return "it is empty"
    for check in checks:
        reason = check(rewrite, typed, history)
        if reason:
            return reason
    return ""


def _form(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    """A message of two sentences may stay two."""
    allowed = len(sentences(typed)) or 1
    written = len(sentences(rewrite))
    if written > allowed or "\n" in rewrite.strip():
        return "it is no single sentence"
    return ""


def _length(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    before = len(lower_words(typed))
    after = len(lower_words(rewrite))
    if after > before + MORE:
        return f"it is longer than the message by more than {MORE} words"
    return ""


def _manner(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    by_user = typed_before(history, len(history))
    fault = manner(rewrite, "\n".join([*by_user, typed]))
    if fault:
        return fault
    asked = IS_QUESTION.search(typed)
    asks = IS_QUESTION.search(rewrite)
    if asked and not asks:
        return "it answers where a question was asked"
    return ""


def _language(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    said = _said(typed, history)
    if other_script(rewrite, said):
        return "it is in another script"
    before = typed_before(history, len(history))
    if other_language(rewrite, typed, before):
        return "it is in another language"
    return ""


def _words(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    """What its words are, beside those of the message and of what was said."""
    own = content(rewrite)
    asked = content(typed)
    said = content(_said(typed, history))
    if not own & said:
        return "it shares no word with what was said"
    if own <= asked and refers_back(rewrite):
        return "it still refers back, and adds no word"
    return ""


def _kept(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    """Whether the message is still in it. Of other languages the empty words are not known."""
    by_user = [*typed_before(history, len(history)), typed]
    if not is_english("\n".join(by_user)):
        return ""
    asked = content(typed)
    kept = asked & content(rewrite)
    if len(kept) < KEPT * len(asked):
        return "it loses too many words of the message"
    return ""


def _names(rewrite: str, typed: str, history: Sequence[Turn]) -> str:
    said = _said(typed, history)
    new = ", ".join(missing(rewrite, said))
    if new:
        return f"it brings in {new}, which nobody has said"
    lost = ", ".join(missing(typed, rewrite))
    if lost:
        return f"it leaves out {lost}"
    return ""


CHECKS: tuple[Check, ...] = (_form, _manner, _language, _words, _kept, _length, _names)
"""What is looked at, in this order; each gives the reason why a rewrite is not used, or none."""


def _said(typed: str, history: Sequence[Turn]) -> str:
    """Everything that was said, the message included."""
    parts = [typed]
    for turn in history:
        parts += [turn.typed, turn.answer]
    return "\n".join(parts)
