"""01-fits: which passages are kept within a number of tokens (`within` in `search/budget.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.search.budget import within
from ragkit.state import Passage

LETTERS = {"owl": 300, "cat": 600, "dog": 300}
"""The passages of the notebook, best first, with the number of their letters."""
BUDGETS = (400, 350, 250, 50)
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
    budgets = list(BUDGETS)
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


def _with(**other: list[str]) -> dict[int, list[str]]:
    """The right predictions, but for some budgets, such as `b50`."""
    predictions = {tokens: kept(tokens) for tokens in BUDGETS}
    for name, names in other.items():
        tokens = int(name.removeprefix("b"))
        predictions[tokens] = names
    return predictions


MISCONCEPTIONS = {
    "a letter is taken for a token": _with(b400=["owl"], b350=["owl"]),
    "a passage that does not fit is skipped, and a later one is taken": _with(b250=["owl", "dog"]),
    "the first passage has to fit, too": _with(b50=[]),
    "the passages have to stay below the budget and may not reach it": _with(b400=["owl", "cat"]),
}
