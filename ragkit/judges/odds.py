"""The odds judge: the probability of one constrained token for each question (tiny).

Every call begins with the same evidence, whose computation is reused. So one more question costs
only its own few tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables.config import ContextThreadPoolExecutor

from ragkit.judges.judge import Verdicts
from ragkit.model.briefing import brief
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import label_odds
from ragkit.state import Passage

CUE = "Yes or no?"
"""The end of every question; without it, a model may begin its reply with other words."""


@dataclass(frozen=True)
class OddsJudge:
    """A chat model whose endpoint gives log-probabilities."""

    llm: BaseChatModel
    side_by_side: int = 1
    """Number of calls at a time.

    More than one does not help an embedded model, which computes one call after the other.
    """
    name: str = "odds"
    invocation: str = ""
    """What directly precedes every question; empty for all but a taught judge."""

    def verdicts(
        self, question: str, passages: Sequence[Passage], asked: Sequence[str]
    ) -> Verdicts:
        """The probability of yes against no as the reply's first token, for each question."""
        judge_one = partial(self._one, question, passages)
        # This kind of pool hands the trace's callbacks to its threads.
        with ContextThreadPoolExecutor(self.side_by_side) as pool:
            replies = list(pool.map(judge_one, asked))
        odds = [odds for odds, _ in replies]
        notes = [note for _, note in replies if note]
        first_note = notes[0] if notes else ""
        return Verdicts(odds, first_note)

    def _one(
        self, question: str, passages: Sequence[Passage], asked: str
    ) -> tuple[float | None, str]:
        """The probability of yes for one question, and a note when it is None."""
        wish = cued(asked)
        prompt = brief(question, passages, wish, self.invocation)
        try:
            odds = label_odds(self.llm, prompt, ["yes", "no"])
        except (NoOdds, ChatFailed) as error:
            return None, f"the {self.name} judge could not judge: {error}"
        return odds["yes"], ""


def cued(asked: str) -> str:
    """A question that ends by asking for a yes or a no.

    >>> cued("Do owls hunt?"), cued("Owls hunt.\\nYes/no?")
    ('Do owls hunt? Yes or no?', 'Owls hunt.\\nYes/no?')
    """
    cues = ("yes/no?", CUE.casefold())
    if asked.casefold().endswith(cues):
        return asked
    return f"{asked} {CUE}"
