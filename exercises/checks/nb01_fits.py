"""01-fits: which passages are kept within a number of tokens (`within` in `search/budget.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.course.exercises.own import Own
from ragkit.search.budget import within
from ragkit.state import Passage

LETTERS = {"owl": 300, "cat": 600, "dog": 300}
"""The passages of the notebook, best first, with the number of their letters."""
OWN = Own(
    "The budgets are {budgets}, in the place of those in the notebook.",
    budgets=(
        (400, 350, 250, 50),
        (400, 310, 210, 10),
        (400, 320, 290, 90),
        (400, 330, 220, 80),
        (400, 340, 280, 20),
        (400, 360, 230, 70),
        (400, 370, 270, 30),
        (400, 380, 240, 60),
        (400, 390, 260, 40),
        (400, 315, 225, 15),
        (400, 335, 245, 35),
        (400, 355, 265, 55),
        (400, 375, 285, 75),
    ),
)
NOTHING = "nothing is predicted here yet: write names in the place of `None`"


def kept(tokens: int) -> list[str]:
    """The ids of the passages that are kept within so many tokens.

    >>> kept(350)
    ['owl', 'cat']
    """
    passages = []
    for name, letters in LETTERS.items():
        text = "x" * letters
        passages.append(Passage(name, text))
    first = within(passages, tokens)
    return [passage.id for passage in first]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every budget, in a random order."""
    budgets = list(OWN.budgets)
    rng.shuffle(budgets)
    for tokens in budgets:
        answer.asked = f"what within(passages, {tokens}) keeps"
        yield Trial(
            answer.asked,
            expected=kept(tokens),
            came=_predicted(answer.value, tokens),
        )


def _predicted(value: Any, tokens: int) -> Any:
    """The prediction for a budget; what is no dict is returned as it is.

    Raises `Unfit` where nothing is predicted.
    """
    if not isinstance(value, Mapping):
        return value
    prediction = value.get(tokens)
    if prediction is None:
        raise Unfit(NOTHING, came="None")
    return prediction


def answer() -> dict[int, list[str]]:
    """What is kept within each budget."""
    return {tokens: kept(tokens) for tokens in OWN.budgets}


def _with(*places: int, names: list[str]) -> dict[int, list[str]]:
    """The right predictions, but for the budgets at these places."""
    predictions = answer()
    for place in places:
        tokens = OWN.budgets[place]
        predictions[tokens] = names
    return predictions


def misconceptions() -> dict[str, dict[int, list[str]]]:
    """The misconceptions of the present variant."""
    return {
        "a letter is taken for a token": _with(0, 1, names=["owl"]),
        "a passage that does not fit is skipped, and a later one is taken": _with(
            2, names=["owl", "dog"]
        ),
        "the first passage has to fit, too": _with(3, names=[]),
        "the passages have to stay below the budget and may not reach it": _with(
            0, names=["owl", "cat"]
        ),
    }


MISCONCEPTIONS = misconceptions()
