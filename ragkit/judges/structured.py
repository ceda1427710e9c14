"""The structured judge: a form with a number for each question.

It is for endpoints without log-probabilities, and is how the paper's critics judge (adaptive,
section 4.5). The numbers are not probabilities: a model prefers some of them, such as 8 of 10. So
they need calibration, as odds do. They cost some ten generated tokens for each question, where odds
cost none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field, create_model

from ragkit.judges.judge import Verdicts
from ragkit.model.briefing import brief
from ragkit.model.errors import ChatFailed, Unreadable
from ragkit.model.llm import ask
from ragkit.state import Passage

TEN = 10
"""The number of the form that means: certainly yes."""
Likely = Annotated[int, Field(ge=0, le=TEN)]
FORM = (
    "For each of these questions, say how likely yes is, "
    "from 0 (certainly no) to 10 (certainly yes):\n{asked}"
)


@dataclass(frozen=True)
class StructuredJudge:
    """A chat model that fills in a form, in one call for all questions."""

    llm: BaseChatModel
    name: str = "structured"

    def verdicts(
        self, question: str, passages: Sequence[Passage], asked: Sequence[str]
    ) -> Verdicts:
        """The model's number from 0 to 10 for each question, divided by ten."""
        if not asked:
            return Verdicts([])
        fields = _fields(len(asked))
        lines = [f"{field}: {text}" for field, text in zip(fields, asked, strict=True)]
        wish = FORM.format(asked="\n".join(lines))
        prompt = brief(question, passages, wish)
        try:
            form = ask(self.llm, prompt, _form(len(asked)))
        except (Unreadable, ChatFailed) as error:
            note = f"the structured judge could not judge: {error}"
            return Verdicts([None] * len(asked), note)
        return Verdicts([getattr(form, field) / TEN for field in fields])


def _fields(questions: int) -> list[str]:
    """The names of the form's fields: q1, q2, and so on."""
    numbers = range(1, questions + 1)
    return [f"q{number}" for number in numbers]


def _form(questions: int) -> type[BaseModel]:
    """A form with fields q1, q2, ..., each a whole number from 0 to 10."""
    required = (Likely, ...)
    names = _fields(questions)
    fields = dict.fromkeys(names, required)
    return create_model("Verdict", **fields)  # type: ignore[call-overload]
