"""The taught judge: the odds judge of an embedded model that learnt to judge (tiny).

What it learnt is in an adapter (`weights/adapters.py`), which counts only behind a marker. The
evidence precedes the marker. So the work on it is shared with the model that writes, and a question
costs its own few tokens, as for the odds judge. Without the marker the reply would be zero-shot,
and nothing would say so.

A model that was taught is surer than it is right. How much is measured when it is taught, as the
adapter's temperature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from langchain_core.language_models import BaseChatModel

from ragkit.judges.judge import Verdicts
from ragkit.judges.odds import OddsJudge
from ragkit.model.chat import with_adapter
from ragkit.model.special_tokens import INVOCATION
from ragkit.state import Passage
from ragkit.weights import Adapter


@dataclass(frozen=True)
class TaughtJudge:
    """An embedded chat model whose server has loaded the adapter."""

    llm: BaseChatModel
    adapter: Adapter
    side_by_side: int = 1
    """Number of calls at a time."""
    name: str = "taught"

    def verdicts(
        self, question: str, passages: Sequence[Passage], asked: Sequence[str]
    ) -> Verdicts:
        """The probability of yes against no, softened by the temperature, for each question."""
        replies, note = self._odds.verdicts(question, passages, asked)
        odds = [softened(reply, self.adapter.temperature) for reply in replies]
        return Verdicts(odds, note)

    @cached_property
    def _odds(self) -> OddsJudge:
        """The odds judge that asks with the adapter and the marker."""
        llm = with_adapter(self.llm, self.adapter)
        return OddsJudge(llm, self.side_by_side, self.name, INVOCATION)


def softened(odds: float | None, temperature: float) -> float | None:
    """A probability whose log-odds are divided by a temperature above 0 (Guo et al., 2017).

    None, 0 and 1 stay as they are.

    >>> round(softened(0.9, 2), 3)  # odds of 9 become odds of 3
    0.75
    """
    if odds is None or odds in (0, 1):
        return odds
    ratio = odds / (1 - odds)
    softer = ratio ** (1 / temperature)
    return softer / (1 + softer)
