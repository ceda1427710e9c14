"""The taught judge: the odds judge of an embedded model that learnt to judge (tiny).

What it learnt is in an adapter (`weights/adapters.py`), which counts only behind a marker. The
evidence precedes the marker. So the work on it is shared with the model that writes, and a question
costs its own few tokens, as for the odds judge. Without the marker the reply would be zero-shot,
and nothing would say so.
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
        """The probability of yes against no as the reply's first token, for each question."""
        return self._odds.verdicts(question, passages, asked)

    @cached_property
    def _odds(self) -> OddsJudge:
        """The odds judge that asks with the adapter and the marker."""
        llm = with_adapter(self.llm, self.adapter)
        return OddsJudge(llm, self.side_by_side, self.name, INVOCATION)
