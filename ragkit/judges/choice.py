"""Choose one of several options by a single constrained token, with its odds (tiny).

The judges ask whether something is so. Here a model is asked which of several things it is. Each
option has a letter, and the reply is that letter. So a choice costs one prefill and no reasoning,
and its odds say how sure it was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from langchain_core.language_models import BaseChatModel

from ragkit.model.briefing import brief
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import Prompt, label_odds
from ragkit.state import Passage

WISH = "{asked}\n{options}\nReply with one letter."


@dataclass(frozen=True)
class Choice:
    """The option that a model chose."""

    label: str
    """The name of the option; empty where the model could not choose."""
    odds: float | None = None
    """Its probability among the options, in [0, 1]; None where the model could not choose."""
    note: str = ""
    """Why the model could not choose; empty where it did."""
    others: dict[str, float] = field(default_factory=dict)
    """The probability of every option, by name."""

    def without(self, impossible: Collection[str]) -> Choice:
        """The choice among the options that are left, when something else rules some out.

        >>> choice = Choice("owl", 0.5, others={"owl": 0.5, "cat": 0.3, "dog": 0.2})
        >>> left = choice.without({"owl"})
        >>> left.label, round(left.odds, 2)
        ('cat', 0.6)
        """
        left = {name: odds for name, odds in self.others.items() if name not in impossible}
        total = sum(left.values())
        if not total:
            return self
        shares = {name: odds / total for name, odds in left.items()}
        best = max(shares, key=lambda name: shares[name])
        return Choice(best, shares[best], self.note, shares)


def choose_one(
    llm: BaseChatModel,
    question: str,
    passages: Sequence[Passage],
    asked: str,
    options: Mapping[str, str],
) -> Choice:
    """The option that fits a question and its evidence best.

    `options` are names with their meanings, which the model reads; at most 26. A model that cannot
    be reached, or gives no odds, chooses nothing, and the note says why.
    """
    return chosen(llm, brief(question, passages, lettered(asked, options)), options)


def chosen(llm: BaseChatModel, prompt: Prompt, options: Mapping[str, str]) -> Choice:
    """The option whose letter is the likeliest reply to a prompt that ends as `lettered` does."""
    letters = ascii_uppercase[: len(options)]
    try:
        odds = label_odds(llm, prompt, letters)
    except (NoOdds, ChatFailed) as error:
        return Choice("", note=f"the model could not choose: {error}")
    by_name = {name: odds[letter] for name, letter in zip(options, letters, strict=True)}
    best = max(by_name, key=lambda name: by_name[name])
    return Choice(best, by_name[best], others=by_name)


def lettered(asked: str, options: Mapping[str, str]) -> str:
    """A question with its options, each with a letter.

    >>> print(lettered("What is it?", {"owl": "it hunts at night", "cat": "it purrs"}))
    What is it?
    A: it hunts at night
    B: it purrs
    Reply with one letter.
    """
    lines = [
        f"{letter}: {meaning}"
        for letter, meaning in zip(ascii_uppercase, options.values(), strict=False)
    ]
    return WISH.format(asked=asked, options="\n".join(lines))
