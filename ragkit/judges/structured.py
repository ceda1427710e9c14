"""The structured judge: a form with a number for each question, for endpoints without log-probabilities.

This is how the paper's critics judge (000, section 4.5). The numbers are adjectives in disguise: a model likes 8 of
10. So they are calibrated like odds, and they cost some ten generated tokens a question, where the odds cost none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field, create_model

from ragkit.briefing import brief
from ragkit.chat_errors import ChatFailed, Unreadable
from ragkit.judges.judge import Verdicts
from ragkit.llm import ask
from ragkit.state import Passage

TEN = 10
Likely = Annotated[int, Field(ge=0, le=TEN)]
FORM = "For each of these questions, say how likely yes is, from 0 (certainly no) to 10 (certainly yes):\n{asked}"


@dataclass(frozen=True)
class StructuredJudge:
    """A chat model that fills in a form; one call for all questions."""

    llm: BaseChatModel
    name: str = "structured"

    def verdicts(self, question: str, passages: Sequence[Passage], asked: Sequence[str]) -> Verdicts:
        """A number from 0 to 10 for each question, divided by ten."""
        if not asked:
            return Verdicts([])
        numbered = "\n".join(f"q{i}: {text}" for i, text in enumerate(asked, start=1))
        try:
            filled = ask(self.llm, brief(question, passages, FORM.format(asked=numbered)), _form(len(asked)))
        except (Unreadable, ChatFailed) as error:
            return Verdicts([None] * len(asked), f"the structured judge could not judge: {error}")
        return Verdicts([getattr(filled, f"q{i}") / TEN for i in range(1, len(asked) + 1)])


def _form(questions: int) -> type[BaseModel]:
    """A form with fields q1, q2, ..., each a whole number from 0 to 10."""
    fields = {f"q{i}": (Likely, ...) for i in range(1, questions + 1)}
    return create_model("Verdict", **fields)  # type: ignore[call-overload]
