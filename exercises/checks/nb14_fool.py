"""14-fool: a wrong answer that the rule for right answers accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb14_keys import WORDS, correct
from ragkit.course.exercises.shown import shown

EXPECTED = {"the rule says": "right", "it says the wrong number of mice": "yes"}


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Pairs of numbers: the true one as digits, the wrong one as a word."""
    for _ in range(8):
        true, wrong = rng.sample(list(WORDS), 2)
        trial = answer.on(str(true), WORDS[wrong], expected=EXPECTED)
        yield replace(
            trial,
            asked=f"{trial.asked} wrote {shown(trial.came)}",
            came=_judged(trial.came, true, wrong),
        )


def _judged(written: Any, true: int, wrong: int) -> Any:
    """What the kit's rule says of an answer, and what the answer says to a reader."""
    if not isinstance(written, str):
        return written
    is_right = correct(written, [[str(true)]], [str(wrong)])
    misleads = f"{WORDS[wrong]} mice" in written.casefold()
    return {
        "the rule says": "right" if is_right else "wrong",
        "it says the wrong number of mice": "yes" if misleads else "no",
    }


def _lie_alone(true: str, wrong: str) -> str:
    return f"An owl eats {wrong} mice a night."


def _truth_alone(true: str, wrong: str) -> str:
    return f"An owl eats {true} mice a night."


def _forbidden_digits(true: str, wrong: str) -> str:
    """The lie in digits, which the question forbids."""
    digits = {}
    for number, word in WORDS.items():
        digits[word] = number
    return f"An owl eats {digits[wrong]} mice a night, and not {true}."


MISCONCEPTIONS = {
    "the key is not in the answer": _lie_alone,
    "the answer is true": _truth_alone,
    "the wrong number is written in digits, which the question forbids": _forbidden_digits,
}
