"""The odds judge: one constrained token a question, and its probability is the verdict (papers/003).

Every call begins with the evidence prefix, so one more question costs its own few tokens and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables.config import ContextThreadPoolExecutor

from ragkit.briefing import brief
from ragkit.chat_errors import ChatFailed, NoOdds
from ragkit.judges.judge import Verdicts
from ragkit.llm import label_odds
from ragkit.state import Passage

CUE = "Yes or no?"
"""Without it a model begins with whatever it likes."""


@dataclass(frozen=True)
class OddsJudge:
    """A chat model whose endpoint gives log-probabilities."""

    llm: BaseChatModel
    side_by_side: int = 1
    """Calls at a time; one model in this process computes them one after the other anyway."""
    name: str = "odds"

    def verdicts(self, question: str, passages: Sequence[Passage], asked: Sequence[str]) -> Verdicts:
        """The probability of yes against no as the reply's first token, for each question."""
        with ContextThreadPoolExecutor(self.side_by_side) as calls:  # it takes the trace's callbacks along
            said = list(calls.map(partial(self._one, question, passages), asked))
        return Verdicts([odds for odds, _ in said], next((why for _, why in said if why), ""))

    def _one(self, question: str, passages: Sequence[Passage], asked: str) -> tuple[float | None, str]:
        try:
            return label_odds(self.llm, brief(question, passages, cued(asked)), ["yes", "no"])["yes"], ""
        except (NoOdds, ChatFailed) as error:
            return None, f"the odds judge could not judge: {error}"


def cued(asked: str) -> str:
    """A question that ends by asking for a yes or a no.

    >>> cued("Do owls hunt?"), cued("Owls hunt.\\nYes/no?")
    ('Do owls hunt? Yes or no?', 'Owls hunt.\\nYes/no?')
    """
    return asked if asked.casefold().endswith(("yes/no?", CUE.casefold())) else f"{asked} {CUE}"
